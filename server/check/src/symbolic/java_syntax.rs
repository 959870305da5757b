//! Path conditions as a programmer writes them: in the syntax of Java, with the names of parameters and fields.

use dropwire_symbolic::{Arena, Expr, FloatFunction, Node, Operator, is_nan};
use dropwire_vm::Vm;
use dropwire_vm::types::Ty;

use super::places::{Part, PlaceId, Places, Reference};
use super::recorder::Holds;
use crate::input_value::{double_text, float_text};

/// So many parts of an expression are written; what is left out is `…`.
const MOST: u32 = 60;

/// How strongly a text binds. JLS §15.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    Primary,
}

/// What holds of the inputs.
pub(super) fn shown(vm: &Vm, arena: &Arena, places: &Places, holds: Holds) -> String {
    match holds {
        Holds::Condition(condition) => {
            let mut writer = Writer {
                arena,
                places,
                left: MOST,
            };
            writer.text(condition, Binding::Or)
        }
        Holds::Refers(place, reference) => refers(vm, places, place, reference),
    }
}

fn refers(vm: &Vm, places: &Places, place: PlaceId, reference: Reference) -> String {
    let name = &places.get(place).name;
    match reference {
        Reference::Null => format!("{name} == null"),
        Reference::Instance(class) => {
            let class = vm.image.class(class.0);
            match places
                .get(place)
                .descriptor
                .strip_prefix('L')
                .and_then(|rest| rest.strip_suffix(';'))
            {
                Some(declared) if declared == class.name => format!("{name} != null"),
                _ => format!("{name} instanceof {}", class.binary_name()),
            }
        }
        Reference::Array(_, length) => format!("{name}.length == {length}"),
        Reference::Text(length) => format!("{name}.length() == {length}"),
        Reference::Constant(class, at) => {
            let class = vm.image.class(class.0);
            format!("{name} == {}.{}", class.binary_name(), class.fields[at as usize].name)
        }
        Reference::Same(other) => format!("{name} == {}", places.get(other).name),
    }
}

struct Writer<'a> {
    arena: &'a Arena,
    places: &'a Places,
    /// So many parts may still be written.
    left: u32,
}

impl Writer<'_> {
    /// An expression, in parentheses where its place binds more strongly.
    fn text(&mut self, expr: Expr, place: Binding) -> String {
        if self.left == 0 {
            return "…".into();
        }
        self.left -= 1;
        let (text, binding) = self.plain(expr);
        match binding < place {
            true => format!("({text})"),
            false => text,
        }
    }

    fn plain(&mut self, expr: Expr) -> (String, Binding) {
        let width = self.arena.width(expr);
        match self.arena.node(expr) {
            Node::Constant(value) => (constant(value, width), Binding::Primary),
            _ if self.is_number(expr) => (self.bits_of(expr), Binding::Primary),
            Node::Input(number) => (self.places.get(PlaceId(number)).name.clone(), Binding::Primary),
            Node::Not(of) if width == 1 => self.negated(of),
            Node::Not(of) => (format!("~{}", self.text(of, Binding::Unary)), Binding::Unary),
            Node::Binary(operator, left, right) => self.binary(operator, left, right, false),
            Node::Float(_, of) => {
                let ty = if width == 64 { "long" } else { "int" };
                (format!("({ty}) {}", self.number(of, Binding::Unary)), Binding::Unary)
            }
            Node::Extended { of, signed } => self.extended(of, width, signed),
            Node::Truncated(of) => {
                let ty = match width {
                    8 => "byte",
                    16 => "short",
                    32 => "int",
                    _ => return (format!("{} & 1", self.text(of, Binding::BitAnd)), Binding::BitAnd),
                };
                (format!("({ty}) {}", self.text(of, Binding::Unary)), Binding::Unary)
            }
            Node::IfThenElse(condition, then, otherwise) => {
                let condition = self.text(condition, Binding::Or);
                let (then, otherwise) = (self.text(then, Binding::Or), self.text(otherwise, Binding::Or));
                (format!("{condition} ? {then} : {otherwise}"), Binding::Conditional)
            }
        }
    }

    /// Whether it is a floating-point number itself, not bits of which somebody takes some for one.
    fn is_number(&self, expr: Expr) -> bool {
        match self.arena.node(expr) {
            Node::Input(number) => {
                let descriptor = &self.places.get(PlaceId(number)).descriptor;
                matches!(Ty::of(descriptor), Ty::Float | Ty::Double)
            }
            Node::Binary(operator, ..) => operator.gives_float(),
            Node::Float(function, _) => function.gives_float(),
            _ => false,
        }
    }

    /// The bits of a number.
    fn bits_of(&mut self, number: Expr) -> String {
        let number_text = self.number(number, Binding::Conditional);
        match self.arena.width(number) {
            64 => format!("Double.doubleToRawLongBits({number_text})"),
            _ => format!("Float.floatToRawIntBits({number_text})"),
        }
    }

    /// An expression as a floating-point number.
    fn number(&mut self, expr: Expr, place: Binding) -> String {
        if self.left == 0 {
            return "…".into();
        }
        self.left -= 1;
        let (text, binding) = self.plain_number(expr);
        match binding < place {
            true => format!("({text})"),
            false => text,
        }
    }

    fn plain_number(&mut self, expr: Expr) -> (String, Binding) {
        let width = self.arena.width(expr);
        let ty = if width == 64 { "double" } else { "float" };
        let sign = 1u64 << (width - 1);
        match self.arena.node(expr) {
            Node::Constant(bits) => literal(bits, width),
            Node::Input(number) if self.is_number(expr) => {
                (self.places.get(PlaceId(number)).name.clone(), Binding::Primary)
            }
            Node::Binary(operator, left, right) if operator.gives_float() => {
                let (symbol, binding, stronger) = match operator {
                    Operator::FloatAdd => ("+", Binding::Additive, Binding::Multiplicative),
                    Operator::FloatSub => ("-", Binding::Additive, Binding::Multiplicative),
                    Operator::FloatMul => ("*", Binding::Multiplicative, Binding::Unary),
                    _ => ("/", Binding::Multiplicative, Binding::Unary),
                };
                let left = self.number(left, binding);
                (format!("{left} {symbol} {}", self.number(right, stronger)), binding)
            }
            Node::Binary(Operator::Xor, of, mask) if self.arena.value(mask) == Some(sign) => {
                let of = self.number(of, Binding::Primary);
                (format!("-{of}"), Binding::Unary)
            }
            Node::Binary(Operator::And, of, mask) if self.arena.value(mask) == Some(sign - 1) => {
                let of = self.number(of, Binding::Conditional);
                (format!("Math.abs({of})"), Binding::Primary)
            }
            Node::Float(FloatFunction::SquareRoot, of) => {
                let of = self.number(of, Binding::Conditional);
                (format!("Math.sqrt({of})"), Binding::Primary)
            }
            Node::Float(FloatFunction::Resized, of) => {
                (format!("({ty}) {}", self.number(of, Binding::Unary)), Binding::Unary)
            }
            Node::Float(FloatFunction::FromInteger, of) => {
                (format!("({ty}) {}", self.text(of, Binding::Unary)), Binding::Unary)
            }
            Node::IfThenElse(condition, then, otherwise) => {
                let condition = self.text(condition, Binding::Or);
                let (then, otherwise) = (self.number(then, Binding::Or), self.number(otherwise, Binding::Or));
                (format!("{condition} ? {then} : {otherwise}"), Binding::Conditional)
            }
            _ => {
                let bits = self.text(expr, Binding::Conditional);
                let text = match width {
                    64 => format!("Double.longBitsToDouble({bits})"),
                    _ => format!("Float.intBitsToFloat({bits})"),
                };
                (text, Binding::Primary)
            }
        }
    }

    /// A comparison of floating-point numbers: `!(x < y)` is not `x >= y`.
    fn numbers(&mut self, operator: Operator, left: Expr, right: Expr, negated: bool) -> (String, Binding) {
        if operator == Operator::FloatEqual && left == right {
            let class = if self.arena.width(left) == 64 {
                "Double"
            } else {
                "Float"
            };
            let text = format!("{class}.isNaN({})", self.number(left, Binding::Conditional));
            return match negated {
                true => (text, Binding::Primary),
                false => (format!("!{text}"), Binding::Unary),
            };
        }
        // `x > 3.0` for `3.0 < x`.
        let turned = self.arena.value(left).is_some();
        let (symbol, binding) = match (operator, turned) {
            (Operator::FloatEqual, _) if negated => ("!=", Binding::Equality),
            (Operator::FloatEqual, _) => ("==", Binding::Equality),
            (Operator::FloatLess, false) => ("<", Binding::Relational),
            (Operator::FloatLess, true) => (">", Binding::Relational),
            (_, false) => ("<=", Binding::Relational),
            (_, true) => (">=", Binding::Relational),
        };
        let (left, right) = if turned { (right, left) } else { (left, right) };
        let left = self.number(left, Binding::Shift);
        let text = format!("{left} {symbol} {}", self.number(right, Binding::Shift));
        match negated && operator != Operator::FloatEqual {
            true => (format!("!({text})"), Binding::Unary),
            false => (text, binding),
        }
    }

    /// Whether a number has the same bits as a constant.
    fn same_number(&mut self, number: Expr, bits: u64, negated: bool) -> Option<(String, Binding)> {
        let width = self.arena.width(number);
        if !self.is_number(number) || is_nan(bits, width) {
            return None;
        }
        let constant = literal(bits, width).0;
        let symbol = if negated { "!=" } else { "==" };
        if bits & !(1 << (width - 1)) != 0 {
            let number = self.number(number, Binding::Shift);
            return Some((format!("{number} {symbol} {constant}"), Binding::Equality));
        }
        // There are two zeros.
        let class = if width == 64 { "Double" } else { "Float" };
        let number = self.number(number, Binding::Conditional);
        let text = format!("{class}.compare({number}, {constant}) {symbol} 0");
        Some((text, Binding::Equality))
    }

    fn negated(&mut self, of: Expr) -> (String, Binding) {
        match self.arena.node(of) {
            Node::Binary(operator, left, right) if operator.compares() => self.binary(operator, left, right, true),
            _ => (format!("!{}", self.text(of, Binding::Unary)), Binding::Unary),
        }
    }

    fn extended(&mut self, of: Expr, width: u32, signed: bool) -> (String, Binding) {
        let narrow = self.arena.width(of);
        let input = match self.arena.node(of) {
            Node::Input(number) => Some(self.places.get(PlaceId(number)).part),
            _ => None,
        };
        match (narrow, input, signed) {
            // A condition that is stored.
            (1, None, _) => (format!("{} ? 1 : 0", self.text(of, Binding::Or)), Binding::Conditional),
            (_, Some(Part::Character(..)), false) => self.plain(of),
            (_, Some(_), true) | (1 | 16, Some(_), false) if width == 32 => self.plain(of),
            (32, _, true) => (format!("(long) {}", self.text(of, Binding::Unary)), Binding::Unary),
            (_, _, true) => self.plain(of),
            (_, _, false) => {
                let mask = u64::MAX >> (64 - narrow);
                (
                    format!("{} & {mask:#x}", self.text(of, Binding::BitAnd)),
                    Binding::BitAnd,
                )
            }
        }
    }

    fn binary(&mut self, operator: Operator, left: Expr, right: Expr, negated: bool) -> (String, Binding) {
        let width = self.arena.width(left);
        if let (Operator::Equal, Some(bits)) = (operator, self.arena.value(right))
            && let Some(same) = self.same_number(left, bits, negated)
        {
            return same;
        }
        let (symbol, binding) = match operator {
            Operator::Add => ("+", Binding::Additive),
            Operator::Sub => ("-", Binding::Additive),
            Operator::Mul => ("*", Binding::Multiplicative),
            Operator::Div => ("/", Binding::Multiplicative),
            Operator::Rem => ("%", Binding::Multiplicative),
            Operator::ShiftLeft => ("<<", Binding::Shift),
            Operator::ShiftRight => (">>", Binding::Shift),
            Operator::UnsignedShiftRight => (">>>", Binding::Shift),
            Operator::And if width == 1 => ("&&", Binding::And),
            Operator::Or if width == 1 => ("||", Binding::Or),
            Operator::And => ("&", Binding::BitAnd),
            Operator::Or => ("|", Binding::BitOr),
            Operator::Xor => ("^", Binding::BitXor),
            Operator::Equal if negated => ("!=", Binding::Equality),
            Operator::Equal => ("==", Binding::Equality),
            Operator::SignedLess => return self.less(left, right, negated),
            Operator::UnsignedLess => return self.unsigned_less(left, right, negated),
            Operator::FloatEqual | Operator::FloatLess | Operator::FloatLessOrEqual => {
                return self.numbers(operator, left, right, negated);
            }
            // They are numbers, not bits.
            Operator::FloatAdd => ("+", Binding::Additive),
            Operator::FloatSub => ("-", Binding::Additive),
            Operator::FloatMul => ("*", Binding::Multiplicative),
            Operator::FloatDiv => ("/", Binding::Multiplicative),
        };
        if let (Operator::Add, Some(value)) = (operator, self.arena.value(right)) {
            let negative = signed(value, width);
            if negative < 0 && negative != i64::MIN {
                let left = self.text(left, Binding::Additive);
                return (
                    format!("{left} - {}", constant(negative.unsigned_abs(), width)),
                    binding,
                );
            }
        }
        let stronger = match binding {
            Binding::Additive => Binding::Multiplicative,
            Binding::Multiplicative => Binding::Unary,
            Binding::Shift => Binding::Additive,
            other => other,
        };
        let left = self.text(left, binding);
        (format!("{left} {symbol} {}", self.text(right, stronger)), binding)
    }

    fn less(&mut self, left: Expr, right: Expr, negated: bool) -> (String, Binding) {
        // `x > 3` for `3 < x`.
        let turned = self.arena.value(left).is_some();
        let symbol = match (negated, turned) {
            (false, false) => "<",
            (false, true) => ">",
            (true, false) => ">=",
            (true, true) => "<=",
        };
        let (left, right) = if turned { (right, left) } else { (left, right) };
        let left = self.text(left, Binding::Shift);
        (
            format!("{left} {symbol} {}", self.text(right, Binding::Shift)),
            Binding::Relational,
        )
    }

    fn unsigned_less(&mut self, left: Expr, right: Expr, negated: bool) -> (String, Binding) {
        let width = self.arena.width(left);
        let bound = self.arena.value(right).filter(|bound| signed(*bound, width) >= 0);
        if let Some(bound) = bound {
            let (index, bound) = (self.text(left, Binding::Shift), constant(bound, width));
            return match negated {
                false => (format!("0 <= {index} && {index} < {bound}"), Binding::And),
                true => (format!("{index} < 0 || {index} >= {bound}"), Binding::Or),
            };
        }
        let class = if width == 64 { "Long" } else { "Integer" };
        let symbol = if negated { ">=" } else { "<" };
        let (left, right) = (
            self.text(left, Binding::Conditional),
            self.text(right, Binding::Conditional),
        );
        (
            format!("{class}.compareUnsigned({left}, {right}) {symbol} 0"),
            Binding::Relational,
        )
    }
}

fn signed(value: u64, width: u32) -> i64 {
    ((value << (64 - width)) as i64) >> (64 - width)
}

/// A floating-point number.
fn literal(bits: u64, width: u32) -> (String, Binding) {
    let (text, class, suffix) = match width {
        64 => (double_text(f64::from_bits(bits)), "Double", ""),
        _ => (float_text(f32::from_bits(bits as u32)), "Float", "f"),
    };
    match text.as_str() {
        "NaN" => (format!("{class}.NaN"), Binding::Primary),
        "Infinity" => (format!("{class}.POSITIVE_INFINITY"), Binding::Primary),
        "-Infinity" => (format!("{class}.NEGATIVE_INFINITY"), Binding::Primary),
        negative if negative.starts_with('-') => (format!("{negative}{suffix}"), Binding::Unary),
        plain => (format!("{plain}{suffix}"), Binding::Primary),
    }
}

fn constant(value: u64, width: u32) -> String {
    match width {
        1 => (value & 1 != 0).to_string(),
        64 => format!("{}L", value as i64),
        _ => signed(value, width).to_string(),
    }
}
