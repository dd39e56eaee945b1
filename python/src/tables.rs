//! Tables: rows of structs as Arrow columns. The columns are those of the CSV file of the same rows; a
//! column that is added there appears here by itself.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, NullArray, RecordBatch,
    RecordBatchIterator, StringArray, UInt64Array,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, Field, Schema};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};
use rivals_league::text::csv_or_header;
use serde::Serialize;
use serde_json::Value;

/// A column of these cells: of whole numbers, figures, texts or truth values, each of which may be
/// missing. Where all are missing it is a column of nulls.
fn column(cells: &[&Value]) -> ArrayRef {
    let all = |is: fn(&Value) -> bool| cells.iter().all(|cell| cell.is_null() || is(cell));
    let cells = cells.iter();
    if all(Value::is_null) {
        Arc::new(NullArray::new(cells.len()))
    } else if all(Value::is_boolean) {
        Arc::new(cells.map(|cell| cell.as_bool()).collect::<BooleanArray>())
    } else if all(Value::is_string) {
        Arc::new(cells.map(|cell| cell.as_str()).collect::<StringArray>())
    } else if all(Value::is_i64) {
        Arc::new(cells.map(|cell| cell.as_i64()).collect::<Int64Array>())
    } else if all(Value::is_u64) {
        // Seeds and hashes may need all 64 bits.
        Arc::new(cells.map(|cell| cell.as_u64()).collect::<UInt64Array>())
    } else {
        Arc::new(cells.map(|cell| cell.as_f64()).collect::<Float64Array>())
    }
}

/// A table, which pandas, polars and pyarrow read without a copy.
#[pyclass(frozen, module = "rivals")]
#[derive(Clone, Debug)]
pub(crate) struct Table(RecordBatch);

impl Table {
    /// The rows as a table.
    ///
    /// # Panics
    /// If the rows are no structs of plain values.
    pub(crate) fn of<R: Serialize + Default>(rows: &[R]) -> Self {
        let header = csv_or_header(&rows[..rows.len().min(1)]);
        let names: Vec<&str> = header.lines().next().unwrap_or_default().split(',').collect();
        let rows = rows.iter().map(|row| serde_json::to_value(row).expect("rows are flat"));
        let rows: Vec<Value> = rows.collect();
        let cells = |name: &&str| rows.iter().map(|row| &row[*name]).collect::<Vec<_>>();
        let columns: Vec<ArrayRef> = names.iter().map(|name| column(&cells(name))).collect();
        let fields = names.iter().zip(&columns);
        let fields =
            fields.map(|(name, column)| Field::new(*name, column.data_type().clone(), true));
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        Self(RecordBatch::try_new(schema, columns).expect("the columns are as long as the rows"))
    }
}

fn foreign(error: &ArrowError) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(error.to_string())
}

/// The values of a column.
fn values<'py>(py: Python<'py>, column: &dyn Array) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let any = column.as_any();
    macro_rules! all {
        ($($type:ty),*) => {
            $(if let Some(column) = any.downcast_ref::<$type>() {
                return column.iter().map(|value| value.into_bound_py_any(py)).collect();
            })*
        };
    }
    all!(BooleanArray, Int64Array, UInt64Array, Float64Array, StringArray);
    Ok((0..column.len()).map(|_| py.None().into_bound(py)).collect())
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The columns as lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, column) in self.columns().into_iter().zip(self.0.columns()) {
            dict.set_item(name, values(py, column)?)?;
        }
        Ok(dict)
    }

    /// A column as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let column = self.0.column_by_name(name);
        let column = column.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        PyList::new(py, values(py, column)?)
    }

    fn __contains__(&self, name: &str) -> bool {
        self.0.column_by_name(name).is_some()
    }

    /// The names of the columns.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.columns())?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<rivals.Table of {} rows: {}>", self.0.num_rows(), self.columns().join(", "))
    }

    /// The schema, by the Arrow PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.0.schema());
        let schema = schema.map_err(|error| foreign(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows, by the Arrow PyCapsule interface. Another schema than its own is not made: the
    /// interface lets a producer ignore the request.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}
