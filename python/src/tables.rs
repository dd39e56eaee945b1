//! Tables: rows of structs as Arrow columns, by one serializer. The columns are those of the CSV file
//! of the same rows; a column that is added there appears here by itself.

use std::fmt::Error;
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
use pyo3::types::{PyCapsule, PyDict, PyList};
use serde::ser::{Impossible, Serialize, SerializeStruct, Serializer};

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Null,
    Bool(bool),
    Whole(i128),
    Figure(f64),
    Text(String),
}

/// The values of a row with the names of their columns. Structs within the row are part of it.
#[derive(Default)]
struct Row {
    cells: Vec<(String, Cell)>,
    /// The name of the next value.
    name: String,
}

macro_rules! cells {
    ($($method:ident: $type:ty => $cell:expr;)*) => {
        $(fn $method(self, value: $type) -> Result<(), Error> {
            let cell: fn($type) -> Cell = $cell;
            self.cells.push((self.name.clone(), cell(value)));
            Ok(())
        })*
    };
}

/// What is no cell: CSV has no column of it either.
macro_rules! no_cells {
    ($($method:ident($($type:ty),*) -> $ok:ty;)*) => {
        $(fn $method(self, $(_: $type),*) -> Result<$ok, Error> {
            Err(Error)
        })*
    };
}

impl Serializer for &mut Row {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<(), Error>;

    cells! {
        serialize_bool: bool => Cell::Bool;
        serialize_i8: i8 => |value| Cell::Whole(value.into());
        serialize_i16: i16 => |value| Cell::Whole(value.into());
        serialize_i32: i32 => |value| Cell::Whole(value.into());
        serialize_i64: i64 => |value| Cell::Whole(value.into());
        serialize_u8: u8 => |value| Cell::Whole(value.into());
        serialize_u16: u16 => |value| Cell::Whole(value.into());
        serialize_u32: u32 => |value| Cell::Whole(value.into());
        serialize_u64: u64 => |value| Cell::Whole(value.into());
        serialize_f32: f32 => |value| Cell::Figure(value.into());
        serialize_f64: f64 => Cell::Figure;
        serialize_char: char => |value| Cell::Text(value.to_string());
        serialize_str: &str => |value| Cell::Text(value.to_owned());
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.cells.push((self.name.clone(), Cell::Null));
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_none()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        Err(Error)
    }

    no_cells! {
        serialize_bytes(&[u8]) -> ();
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }
}

impl SerializeStruct for &mut Row {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        name.clone_into(&mut self.name);
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

/// A column of these cells: of whole numbers, figures, texts or truth values, each of which may be
/// missing. Where all are missing it is a column of nulls.
fn column(cells: &[Cell]) -> ArrayRef {
    let whole = |cell: &Cell| match cell {
        Cell::Whole(number) => Some(*number),
        _ => None,
    };
    match cells.iter().find(|cell| **cell != Cell::Null) {
        None => Arc::new(NullArray::new(cells.len())),
        Some(Cell::Bool(_)) => {
            let of = |cell: &Cell| if let Cell::Bool(is) = cell { Some(*is) } else { None };
            Arc::new(cells.iter().map(of).collect::<BooleanArray>())
        }
        Some(Cell::Whole(_)) => {
            // Seeds and hashes may need all 64 bits.
            let fits = cells.iter().filter_map(whole).all(|number| i64::try_from(number).is_ok());
            let all = cells.iter().map(whole);
            if fits {
                let all = all.map(|number| i64::try_from(number?).ok());
                return Arc::new(all.collect::<Int64Array>());
            }
            Arc::new(all.map(|number| u64::try_from(number?).ok()).collect::<UInt64Array>())
        }
        Some(Cell::Text(_)) => {
            let of =
                |cell: &Cell| if let Cell::Text(text) = cell { Some(text.clone()) } else { None };
            Arc::new(cells.iter().map(of).collect::<StringArray>())
        }
        Some(Cell::Figure(_) | Cell::Null) => {
            let of = |cell: &Cell| if let Cell::Figure(of) = cell { Some(*of) } else { None };
            Arc::new(cells.iter().map(of).collect::<Float64Array>())
        }
    }
}

/// A table, which pandas, polars and pyarrow read without a copy.
#[pyclass(frozen, module = "rivals")]
#[derive(Clone, Debug)]
pub(crate) struct Table(RecordBatch);

impl Table {
    /// The rows as a table. `likely` has the columns of a table without rows.
    ///
    /// # Panics
    /// If the rows are no structs of plain values.
    pub(crate) fn of<R: Serialize>(rows: &[R], likely: &R) -> Self {
        let cells = |row: &R| {
            let mut cells = Row::default();
            row.serialize(&mut cells).expect("rows are flat");
            cells.cells
        };
        let names: Vec<String> = cells(likely).into_iter().map(|(name, _)| name).collect();
        let rows: Vec<Vec<(String, Cell)>> = rows.iter().map(cells).collect();
        let column = |(at, name): (usize, &String)| {
            let cell = |row: &Vec<(String, Cell)>| {
                debug_assert_eq!(row[at].0, *name);
                row[at].1.clone()
            };
            column(&rows.iter().map(cell).collect::<Vec<_>>())
        };
        let columns: Vec<ArrayRef> = names.iter().enumerate().map(column).collect();
        let fields = names.iter().zip(&columns);
        let fields =
            fields.map(|(name, column)| Field::new(name, column.data_type().clone(), true));
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
