//! JSON as objects of Python, and back.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

/// A value as an object.
pub(crate) fn to_py<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(is) => is.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_bound_py_any(py),
            (None, Some(number)) => number.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(list) => {
            let list = list.iter().map(|value| to_py(py, value)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, list)?.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, value) in fields {
                dict.set_item(key, to_py(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// An object as a value, as the module `json` writes it.
pub(crate) fn from_py(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text = object.py().import("json")?.call_method1("dumps", (object,))?;
    Ok(serde_json::from_str(&text.extract::<String>()?).unwrap_or_default())
}
