//! The language of conditions: the part of the Common Expression Language that speaks of truth,
//! numbers and words. Its texts are parsed by the crate `cel` and compiled once, with the types
//! checked and the constants folded.
//!
//! A hostile text can neither take long nor overflow the stack: its length and its brackets are
//! checked before it is parsed, and the depth of what it means while it is compiled.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue, operators as op};
use cel::parser::PrattParser;

use super::expression::{Binary, Node, Slots, Unary};
use super::facts::{FactValues, Facts};
use crate::text::nearest::did_you_mean;

/// The most characters of an expression.
const MOST: usize = 1_000;

/// The most brackets inside each other, and operators, with those of the terms that are used.
const DEEPEST: usize = 32;

/// Where the parser gives up, which counts other things than [`DEEPEST`].
const NESTED: u16 = 64;

/// What is wrong with an expression, and where, in bytes.
#[derive(Debug)]
pub(super) struct Wrong {
    pub at: Range<usize>,
    pub message: String,
    pub help: String,
}

/// The type of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Bool,
    Number,
    /// One of the words of a fact.
    Word(&'static [&'static str]),
    /// A word that is written down.
    Text(String),
}

impl Kind {
    fn name(&self) -> &'static str {
        match self {
            Self::Bool => "true or false",
            Self::Number => "a number",
            Self::Word(_) | Self::Text(_) => "a word",
        }
    }
}

/// An expression that is compiled.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    pub node: Node,
    pub kind: Kind,
    depth: usize,
}

/// What the expressions of a file may speak of.
pub(super) struct Language<'a> {
    pub facts: Facts,
    pub numbers: &'a BTreeMap<String, f64>,
    pub terms: BTreeMap<String, Compiled>,
    pub slots: Slots,
}

impl Language<'_> {
    /// Compiles an expression of this kind; `what` is its name in errors.
    pub(super) fn compile(&mut self, text: &str, expected: &Kind) -> Result<Node, Wrong> {
        let compiled = self.any(text)?;
        if compiled.kind == *expected {
            return Ok(compiled.node);
        }
        let message = format!("this is {} and not {}", compiled.kind.name(), expected.name());
        Err(Wrong { at: 0..text.len(), message, help: format!("write {}", expected.name()) })
    }

    /// Compiles an expression of truth or of a number.
    pub(super) fn any(&mut self, text: &str) -> Result<Compiled, Wrong> {
        check(text)?;
        let parsed = PrattParser::new().max_recursion_depth(NESTED).parse(text);
        let parsed = parsed.map_err(|errors| {
            let error = &errors.errors[0];
            if error.msg.contains("recursion limit") {
                return too_deep(0..text.len());
            }
            let start = offset(text, error.pos);
            let said = error.msg.trim_start_matches("Syntax error: ");
            let said = said.split(" expecting ").next().unwrap_or_default();
            let help = "compare with == or <, and join with &&, || and !; docs/players.md has the \
                        language";
            Wrong {
                at: start..text.len().min(start + 1),
                message: format!("the expression cannot be read: {said}"),
                help: help.to_owned(),
            }
        })?;
        let mut compiler = Compiler { language: self, text, at: 0..0 };
        let Compiled { node, kind, depth } = compiler.compile(&parsed, 0)?;
        let node = self.hoisted(node);
        match kind {
            Kind::Bool | Kind::Number => Ok(Compiled { node, kind, depth }),
            _ => Err(Wrong {
                at: 0..text.len(),
                message: format!("this is {}", kind.name()),
                help: "compare it with a word, such as suit == 'oros'".to_owned(),
            }),
        }
    }

    /// The expression that is evaluated once for a position or an action, however often it is used.
    pub(super) fn kept(&mut self, node: Node) -> Node {
        if matches!(node, Node::Constant(_) | Node::Position(..) | Node::Action(..)) {
            return node;
        }
        let of_position = node.is_of_position();
        let slots = if of_position { &mut self.slots.position } else { &mut self.slots.action };
        slots.push(None);
        let (slot, node) = (slots.len() - 1, Some(Arc::new(node)));
        if of_position { Node::Position(slot, node) } else { Node::Action(slot, node) }
    }

    /// The expression whose parts that do not depend on the action are evaluated once for a
    /// position.
    fn hoisted(&mut self, node: Node) -> Node {
        if node.is_of_position() {
            return self.kept(node);
        }
        match node {
            Node::Unary(operator, of) => Node::Unary(operator, Box::new(self.hoisted(*of))),
            Node::Binary(operator, of) => {
                Node::Binary(operator, Box::new(of.map(|of| self.hoisted(of))))
            }
            Node::If(of) => Node::If(Box::new(of.map(|of| self.hoisted(of)))),
            leaf => leaf,
        }
    }

    /// The slot of a fact.
    fn fact(&mut self, place: usize, of_action: bool) -> Node {
        let slots = if of_action { &mut self.slots.action } else { &mut self.slots.position };
        let slot = slots.iter().position(|fact| *fact == Some(place)).unwrap_or_else(|| {
            slots.push(Some(place));
            slots.len() - 1
        });
        if of_action { Node::Action(slot, None) } else { Node::Position(slot, None) }
    }
}

fn too_deep(at: Range<usize>) -> Wrong {
    let message = format!("the expression is more than {DEEPEST} deep");
    Wrong { at, message, help: "divide it into several [terms] or sentences".to_owned() }
}

/// Checks the length and the brackets of an expression before it is parsed.
fn check(text: &str) -> Result<(), Wrong> {
    let length = text.chars().count();
    if length > MOST {
        let message = format!("the expression has {length} characters, and {MOST} are the most");
        let help = "divide it into several [terms] or sentences".to_owned();
        return Err(Wrong { at: 0..text.len(), message, help });
    }
    let mut depth = 0_usize;
    for (at, byte) in unquoted(text, 0) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(too_deep(at..at + 1));
        }
    }
    Ok(())
}

/// The bytes of a text from a place on that are not in quotes, with their places.
fn unquoted(text: &str, from: usize) -> impl Iterator<Item = (usize, u8)> {
    let (mut quote, mut escaped) = (None, false);
    text.bytes().enumerate().skip(from).filter(move |&(_, byte)| {
        let inside = quote.is_some();
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if byte == b'\\' => escaped = true,
            Some(end) if byte == end => quote = None,
            None if matches!(byte, b'\'' | b'"') => quote = Some(byte),
            _ => {}
        }
        !inside && quote.is_none()
    })
}

/// The place of a line and a column, both from 1.
fn offset(text: &str, (line, column): (isize, isize)) -> usize {
    let from_one = |number: isize| usize::try_from(number - 1).unwrap_or(0);
    let before: usize = text.split_inclusive('\n').take(from_one(line)).map(str::len).sum();
    let in_line = text[before..].char_indices().nth(from_one(column));
    in_line.map_or(text.len(), |(at, _)| before + at)
}

/// Compiles one text.
struct Compiler<'a, 'b> {
    language: &'a mut Language<'b>,
    text: &'a str,
    /// The last name that was compiled: parts are compiled in their order in the text.
    at: Range<usize>,
}

impl Compiler<'_, '_> {
    fn wrong<T>(&self, message: impl Into<String>, help: impl Into<String>) -> Result<T, Wrong> {
        Err(Wrong { at: self.at.clone(), message: message.into(), help: help.into() })
    }

    /// Goes on to the next name in the text that is this one.
    fn go_to(&mut self, name: &str) {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let bytes = self.text.as_bytes();
        let begins = |&(at, _): &(usize, u8)| {
            self.text[at..].starts_with(name)
                && (at == 0 || !is_part(bytes[at - 1]))
                && bytes.get(at + name.len()).is_none_or(|&next| !is_part(next))
        };
        let found = unquoted(self.text, self.at.end)
            .filter(|&(at, _)| self.text.is_char_boundary(at))
            .find(begins);
        self.at = found.map_or(self.at.clone(), |(at, _)| at..at + name.len());
    }

    /// Compiles an expression inside this number of others.
    fn compile(&mut self, of: &IdedExpr, outside: usize) -> Result<Compiled, Wrong> {
        if outside > DEEPEST {
            return Err(too_deep(self.at.clone()));
        }
        let number = |value: f64| (Node::Constant(value), Kind::Number);
        let (node, kind) = match &of.expr {
            Expr::Literal(LiteralValue::Boolean(value)) => {
                (Node::Constant(f64::from(u8::from(*value.inner()))), Kind::Bool)
            }
            #[expect(clippy::cast_precision_loss, reason = "all numbers of the language are f64")]
            Expr::Literal(LiteralValue::Int(value)) => number(*value.inner() as f64),
            Expr::Literal(LiteralValue::Double(value)) => number(*value.inner()),
            Expr::Literal(LiteralValue::String(value)) => {
                (Node::Constant(f64::NAN), Kind::Text(value.inner().to_owned()))
            }
            Expr::Ident(name) => return self.name(name, outside),
            Expr::Call(call) if call.target.is_none() => return self.call(call, outside),
            other => return self.unsupported(other),
        };
        Ok(Compiled { node, kind, depth: 1 })
    }

    fn unsupported<T>(&mut self, of: &Expr) -> Result<T, Wrong> {
        let what = match of {
            Expr::Comprehension(_) => "a macro such as all, exists, map or filter",
            Expr::Call(call) => {
                self.go_to(&call.func_name);
                return self.unknown_function(&call.func_name);
            }
            Expr::Select(_) => "a field with a dot",
            Expr::List(_) => "a list, which stands only behind in,",
            Expr::Map(_) | Expr::Struct(_) => "a value in braces",
            _ => "a value of this type",
        };
        let help = "write conditions of facts, numbers and words; docs/players.md has the language";
        self.wrong(format!("{what} is not part of the language"), help)
    }

    fn unknown_function<T>(&self, name: &str) -> Result<T, Wrong> {
        let near = did_you_mean(name, ["min", "max", "abs"]);
        self.wrong(
            format!("the language has no function {name}"),
            format!("{near}the functions are min, max and abs"),
        )
    }

    /// A number, a term or a fact.
    fn name(&mut self, name: &str, outside: usize) -> Result<Compiled, Wrong> {
        self.go_to(name);
        if let Some(number) = self.language.numbers.get(name) {
            return Ok(Compiled { node: Node::Constant(*number), kind: Kind::Number, depth: 1 });
        }
        if let Some(term) = self.language.terms.get(name) {
            if outside + term.depth > DEEPEST {
                return Err(too_deep(self.at.clone()));
            }
            return Ok(term.clone());
        }
        let facts = self.language.facts;
        let Some((place, fact)) = facts.iter().enumerate().find(|(_, fact)| fact.name == name)
        else {
            let own = self.language.numbers.keys().chain(self.language.terms.keys());
            let all = facts.iter().map(|fact| fact.name).chain(own.map(String::as_str));
            let help = did_you_mean(name, all) + "`rivals games GAME` lists the facts";
            return self.wrong(format!("no fact, number or term is called {name}"), help);
        };
        let kind = match fact.values {
            FactValues::Bool => Kind::Bool,
            FactValues::Number { .. } => Kind::Number,
            FactValues::Word { words } => Kind::Word(words),
        };
        Ok(Compiled { node: self.language.fact(place, fact.of_action), kind, depth: 1 })
    }

    /// An operator or a function.
    fn call(&mut self, call: &CallExpr, outside: usize) -> Result<Compiled, Wrong> {
        let inside = outside + 1;
        let name = call.func_name.as_str();
        if let (op::IN, [one, IdedExpr { expr: Expr::List(list), .. }]) = (name, &call.args[..]) {
            let one = self.compile(one, inside)?;
            let mut found = Compiled { node: Node::Constant(0.0), kind: Kind::Bool, depth: 0 };
            for element in &list.elements {
                let element = self.compile(element, inside)?;
                let equal = self.equal(one.clone(), element, false)?;
                found = self.binary(Binary::Or, [found, equal], &Kind::Bool, Kind::Bool)?;
            }
            return Ok(Compiled { depth: one.depth + 1, ..found });
        }
        if matches!(name, "min" | "max" | "abs") {
            self.go_to(name);
        } else if !name.contains(['_', '@']) {
            return self.unsupported(&Expr::Call(call.clone()));
        }
        let args = call.args.iter().map(|of| self.compile(of, inside));
        let mut args = args.collect::<Result<Vec<_>, _>>()?;
        match (name, &args[..]) {
            (op::EQUALS, [one, other]) => return self.equal(one.clone(), other.clone(), false),
            (op::NOT_EQUALS, [one, other]) => return self.equal(one.clone(), other.clone(), true),
            (op::LOGICAL_NOT, [of]) => return self.unary(Unary::Not, of, Kind::Bool),
            (op::NEGATE, [of]) => return self.unary(Unary::Minus, of, Kind::Number),
            ("abs", [of]) => return self.unary(Unary::Abs, of, Kind::Number),
            (op::CONDITIONAL, [test, then, or]) => return self.conditional(test, then, or),
            ("min" | "max", [of]) => return self.expect(of, &Kind::Number).map(|()| of.clone()),
            (_, [] | [_]) | ("abs", _) => {
                let help =
                    format!("write it as {name}(rank) with a number, or two for min and max");
                return self.wrong(format!("{name} has {} values", args.len()), help);
            }
            (op::GREATER | op::GREATER_EQUALS, _) => args.reverse(),
            _ => {}
        }
        let (operator, from, to) = match name {
            op::LOGICAL_AND => (Binary::And, Kind::Bool, Kind::Bool),
            op::LOGICAL_OR => (Binary::Or, Kind::Bool, Kind::Bool),
            op::LESS | op::GREATER => (Binary::Less, Kind::Number, Kind::Bool),
            op::LESS_EQUALS | op::GREATER_EQUALS => (Binary::AtMost, Kind::Number, Kind::Bool),
            op::ADD => (Binary::Plus, Kind::Number, Kind::Number),
            op::SUBSTRACT => (Binary::Minus, Kind::Number, Kind::Number),
            op::MULTIPLY => (Binary::Times, Kind::Number, Kind::Number),
            op::DIVIDE => (Binary::Over, Kind::Number, Kind::Number),
            op::MODULO => (Binary::Modulo, Kind::Number, Kind::Number),
            "min" => (Binary::Least, Kind::Number, Kind::Number),
            "max" => (Binary::Greatest, Kind::Number, Kind::Number),
            _ => return self.unsupported(&Expr::Unspecified),
        };
        let mut args = args.into_iter();
        let first = args.next().expect("there are two");
        args.try_fold(first, |all, next| self.binary(operator, [all, next], &from, to.clone()))
    }

    fn expect(&self, of: &Compiled, kind: &Kind) -> Result<(), Wrong> {
        if of.kind == *kind {
            return Ok(());
        }
        let help = match kind {
            Kind::Bool => "write a comparison, such as rank > 5, or a fact that is true or false",
            _ => "write a number or a fact that is one",
        };
        self.wrong(format!("{} stands where {} belongs", of.kind.name(), kind.name()), help)
    }

    fn unary(&self, operator: Unary, of: &Compiled, kind: Kind) -> Result<Compiled, Wrong> {
        self.expect(of, &kind)?;
        let node = match of.node {
            Node::Constant(value) => Node::Constant(operator.of(value)),
            _ => Node::Unary(operator, Box::new(of.node.clone())),
        };
        Ok(Compiled { node, kind, depth: of.depth + 1 })
    }

    fn binary(
        &self,
        operator: Binary,
        of: [Compiled; 2],
        from: &Kind,
        kind: Kind,
    ) -> Result<Compiled, Wrong> {
        of.iter().try_for_each(|of| self.expect(of, from))?;
        let depth = of.iter().map(|of| of.depth).max().unwrap_or_default() + 1;
        let node = match of.map(|of| of.node) {
            [Node::Constant(one), Node::Constant(other)] => Node::Constant(operator.of(one, other)),
            of => Node::Binary(operator, Box::new(of)),
        };
        Ok(Compiled { node, kind, depth })
    }

    /// Whether two values of one kind are equal, or unequal.
    fn equal(&self, mut one: Compiled, mut other: Compiled, not: bool) -> Result<Compiled, Wrong> {
        self.place(&mut one, &other.kind)?;
        self.place(&mut other, &one.kind)?;
        if one.kind != other.kind || matches!(one.kind, Kind::Text(_)) {
            let message = format!("{} is compared with {}", one.kind.name(), other.kind.name());
            let help = "compare values of the same type, and a word with a fact that has it";
            return self.wrong(message, help);
        }
        let operator = if not { Binary::Unequal } else { Binary::Equal };
        let kind = one.kind.clone();
        self.binary(operator, [one, other], &kind, Kind::Bool)
    }

    /// Gives a word that is written down its place among the words of the other side.
    fn place(&self, word: &mut Compiled, other: &Kind) -> Result<(), Wrong> {
        if let (Kind::Text(text), Kind::Word(words)) = (&word.kind, other) {
            let Some(place) = words.iter().position(|word| word == text) else {
                let near = did_you_mean(text, words.iter().copied());
                let help = format!("{near}the words are {}", words.join(", "));
                return self.wrong(format!("\"{text}\" is none of the words"), help);
            };
            (word.node, word.kind) = (Node::Constant(place as f64), Kind::Word(words));
        }
        Ok(())
    }

    fn conditional(
        &self,
        test: &Compiled,
        then: &Compiled,
        or: &Compiled,
    ) -> Result<Compiled, Wrong> {
        self.expect(test, &Kind::Bool)?;
        self.expect(or, &then.kind)?;
        let depth = test.depth.max(then.depth).max(or.depth) + 1;
        let node = match test.node {
            Node::Constant(1.0) => then.node.clone(),
            Node::Constant(_) => or.node.clone(),
            _ => Node::If(Box::new([test.node.clone(), then.node.clone(), or.node.clone()])),
        };
        Ok(Compiled { node, kind: then.kind.clone(), depth })
    }
}
