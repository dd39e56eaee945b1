//! The error of this package: what is wrong, where, and what to write instead.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rivals_core::values::Invalid;
use rivals_league::Error;

pyo3::create_exception!(
    _rivals,
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

impl<T> Raise<T> for Result<T, Error> {
    fn raise(self) -> PyResult<T> {
        self.map_err(|error| {
            let place = error.place.as_deref();
            refused(place.map_or("", |place| &place.name), &error.message, &error.help)
        })
    }
}
