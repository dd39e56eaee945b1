//! The error of this package: what is wrong, where, and what to write instead.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rivals_core::values::Invalid;
use rivals_league::{Error, Place};

pyo3::create_exception!(
    rivals,
    Refused,
    PyValueError,
    "Input that is refused. `field` names it, and `help` says what to write instead."
);

/// The error for this input.
pub(crate) fn refused(field: &str, message: impl ToString, help: &str) -> PyErr {
    let error = Refused::new_err(message.to_string());
    let noted = Python::attach(|py| {
        let value = error.value(py);
        value.setattr("field", field)?;
        value.setattr("help", help)?;
        value.call_method1("add_note", (help,)).map(drop)
    });
    noted.err().unwrap_or(error)
}

/// Results whose errors are raised as [`Refused`].
pub(crate) trait Raise<T> {
    /// The value, or the exception.
    fn raise(self) -> PyResult<T>;
}

impl<T> Raise<T> for Result<T, Invalid> {
    fn raise(self) -> PyResult<T> {
        self.map_err(|error| refused(&error.field, &error.message, &error.help))
    }
}

/// The key of the line that is wrong; the name of the text if there is none.
fn key(place: &Place) -> &str {
    let before = place.text.get(..place.span.start).unwrap_or_default();
    let line = place.text[before.rfind('\n').map_or(0, |end| end + 1)..].lines().next();
    let key = line.and_then(|line| line.split_once('='));
    key.map_or(&place.name, |(key, _)| key.trim())
}

impl<T> Raise<T> for Result<T, Error> {
    fn raise(self) -> PyResult<T> {
        self.map_err(|error| {
            let field = error.place.as_deref().map_or(&*error.field, key);
            refused(field, &error.message, &error.help)
        })
    }
}
