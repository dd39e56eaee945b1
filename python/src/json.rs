//! JSON as objects of Python, and back, as the module `json` reads and writes it.

use pyo3::prelude::*;
use serde_json::Value;

use crate::errors::refused;

/// A value as an object.
pub(crate) fn to_py<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// An object as a value.
pub(crate) fn from_py(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text = object.py().import("json")?.call_method1("dumps", (object,))?;
    let value = serde_json::from_str(&text.extract::<String>()?);
    value.map_err(|error| refused("", error, "write numbers that JSON has: no NaN, no Infinity"))
}
