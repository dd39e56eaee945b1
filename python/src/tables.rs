//! Tables: rows of structs as Arrow columns, by one serializer. The columns are those of the CSV file
//! of the same rows; a column that is added there appears here by itself.

use std::fmt::Display;
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
use serde::ser::{Error as _, Impossible, Serialize, SerializeMap, SerializeStruct, Serializer};

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Null,
    Bool(bool),
    Whole(i128),
    Figure(f64),
    Text(String),
}

/// The error of a row that has no columns, which no row type is.
#[derive(Debug)]
struct NoRow(String);

impl Display for NoRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoRow {}

impl serde::ser::Error for NoRow {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
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
        $(fn $method(self, value: $type) -> Result<(), NoRow> {
            let cell: fn($type) -> Cell = $cell;
            self.cells.push((self.name.clone(), cell(value)));
            Ok(())
        })*
    };
}

impl Serializer for &mut Row {
    type Ok = ();
    type Error = NoRow;
    type SerializeSeq = Impossible<(), NoRow>;
    type SerializeTuple = Impossible<(), NoRow>;
    type SerializeTupleStruct = Impossible<(), NoRow>;
    type SerializeTupleVariant = Impossible<(), NoRow>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<(), NoRow>;

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

    fn serialize_none(self) -> Result<(), NoRow> {
        self.cells.push((self.name.clone(), Cell::Null));
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NoRow> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), NoRow> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NoRow> {
        self.serialize_none()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), NoRow> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NoRow> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), NoRow> {
        Err(NoRow::custom("a variant with a value is no cell"))
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), NoRow> {
        Err(NoRow::custom("bytes are no cell"))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, NoRow> {
        Err(NoRow::custom("a list is no cell"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, NoRow> {
        Err(NoRow::custom("a tuple is no cell"))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, NoRow> {
        Err(NoRow::custom("a tuple is no cell"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, NoRow> {
        Err(NoRow::custom("a variant with values is no cell"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, NoRow> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, NoRow> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, NoRow> {
        Err(NoRow::custom("a variant with values is no cell"))
    }
}

impl SerializeStruct for &mut Row {
    type Ok = ();
    type Error = NoRow;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), NoRow> {
        name.clone_into(&mut self.name);
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), NoRow> {
        Ok(())
    }
}

/// The fields of a struct of which others are a part.
impl SerializeMap for &mut Row {
    type Ok = ();
    type Error = NoRow;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NoRow> {
        let mut name = Row::default();
        key.serialize(&mut name)?;
        match name.cells.pop() {
            Some((_, Cell::Text(name))) => self.name = name,
            _ => return Err(NoRow::custom("a column has a name")),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoRow> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), NoRow> {
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
