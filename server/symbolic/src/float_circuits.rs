//! Floating-point operators as circuits: numbers are taken apart, computed with exactly as far as rounding needs it, and rounded once.

use batsat::{Lit, SolverInterface};

use crate::circuits::{Bits, Circuits};
use crate::floats::{FloatFunction, Format};

/// A number taken apart. Of zero, infinity and NaN the significand says nothing.
struct Parts {
    sign: Lit,
    /// With the bias, and two bits more than the format has: signed.
    exponent: Bits,
    /// The bit before the point comes last.
    significand: Bits,
    is_zero: Lit,
    is_infinite: Lit,
    is_nan: Lit,
}

/// What is known of a result besides its bits.
struct Special {
    /// The sign where it is no NaN.
    sign: Lit,
    is_zero: Lit,
    is_infinite: Lit,
    is_nan: Lit,
}

impl<S: SolverInterface> Circuits<S> {
    fn any(&mut self, bits: &[Lit]) -> Lit {
        bits.iter().fold(!self.yes, |any, bit| self.or(any, *bit))
    }

    fn all(&mut self, bits: &[Lit]) -> Lit {
        bits.iter().fold(self.yes, |all, bit| self.and(all, *bit))
    }

    /// With the sign in front.
    fn extended(bits: &[Lit], width: usize) -> Bits {
        let mut bits = bits.to_vec();
        if let Some(sign) = bits.last().copied() {
            bits.resize(width, sign);
        }
        bits
    }

    fn add(&mut self, left: &[Lit], right: &[Lit]) -> Bits {
        self.sum(left, right, !self.yes).0
    }

    fn add_constant(&mut self, bits: &[Lit], value: i64) -> Bits {
        let constant = self.constant(value as u64, bits.len() as u32);
        self.add(bits, &constant)
    }

    fn shifted_up(&mut self, bits: &[Lit], distance: &[Lit]) -> Bits {
        let mut bits = bits.to_vec();
        for (stage, bit) in distance.iter().enumerate() {
            let by = 1usize << stage;
            let moved: Bits = (0..bits.len())
                .map(|at| at.checked_sub(by).map_or(!self.yes, |from| bits[from]))
                .collect();
            bits = self.select(*bit, &moved, &bits);
        }
        bits
    }

    /// Shifted down; the lowest bit says as well whether any that fell out was set. An unsigned distance.
    fn shifted_down(&mut self, bits: &[Lit], distance: &[Lit]) -> Bits {
        let no = !self.yes;
        let mut bits = bits.to_vec();
        for (stage, bit) in distance.iter().enumerate() {
            let by = 1usize.checked_shl(stage as u32).unwrap_or(usize::MAX).min(bits.len());
            let lost = self.any(&bits[..by]);
            let mut moved: Bits = bits[by..].to_vec();
            moved.resize(bits.len(), no);
            moved[0] = self.or(moved[0], lost);
            bits = self.select(*bit, &moved, &bits);
        }
        bits
    }

    /// Shifted up until the last bit is set, and how far, as an unsigned number; of 0 neither means anything.
    fn normalized(&mut self, bits: &[Lit]) -> (Bits, Bits) {
        let mut bits = bits.to_vec();
        let stages = usize::BITS - (bits.len() - 1).leading_zeros();
        let mut distance = vec![!self.yes; stages as usize];
        for stage in (0..stages as usize).rev() {
            let by = 1 << stage;
            let is_set = self.any(&bits[bits.len() - by..]);
            distance[stage] = !is_set;
            let moved: Bits = (0..bits.len())
                .map(|at| at.checked_sub(by).map_or(!self.yes, |from| bits[from]))
                .collect();
            bits = self.select(is_set, &bits, &moved);
        }
        (bits, distance)
    }

    /// Takes a number apart. A subnormal one has its bit before the point, too, where that is asked for.
    fn parts(&mut self, bits: &[Lit], normalizes: bool) -> Parts {
        let format = Format::of(bits.len() as u32);
        let (fraction, rest) = bits.split_at(format.fraction as usize);
        let (exponent, sign) = rest.split_at(format.exponent as usize);
        let (has_fraction, is_normal) = (self.any(fraction), self.any(exponent));
        let is_greatest = self.all(exponent);
        let mut significand = fraction.to_vec();
        significand.push(is_normal);
        // Subnormal numbers have the exponent of the least normal ones.
        let mut exponent = exponent.to_vec();
        exponent[0] = self.or(exponent[0], !is_normal);
        exponent.extend([!self.yes; 2]);
        if normalizes {
            let (normalized, mut distance) = self.normalized(&significand);
            significand = normalized;
            distance.resize(exponent.len(), !self.yes);
            exponent = self.difference(&exponent, &distance).0;
        }
        Parts {
            sign: sign[0],
            exponent,
            significand,
            is_zero: !self.or(is_normal, has_fraction),
            is_infinite: self.and(is_greatest, !has_fraction),
            is_nan: self.and(is_greatest, has_fraction),
        }
    }

    /// Rounds a number to nearest, ties to even. Its significand has its last bit, before the point, set, unless it is zero; its lowest bit
    /// says as well whether any below it was set. The exponent has the bias of the format, and is signed.
    fn rounded(&mut self, format: Format, exponent: &[Lit], significand: &[Lit], special: &Special) -> Bits {
        let no = !self.yes;
        let precision = format.precision() as usize;
        // At least two bits are rounded away.
        let missing = (precision + 2).saturating_sub(significand.len());
        let significand: Bits = std::iter::repeat_n(no, missing)
            .chain(significand.iter().copied())
            .collect();
        let exponent = Self::extended(exponent, exponent.len().max(format.exponent as usize + 2) + 1);
        // A subnormal number is shifted to the exponent of the least normal ones.
        let behind = self.add_constant(&exponent, -1);
        let is_subnormal = behind[behind.len() - 1];
        let distance = self.negated_if(self.yes, &behind);
        let distance: Bits = distance.iter().map(|bit| self.and(*bit, is_subnormal)).collect();
        let significand = self.shifted_down(&significand, &distance);
        let (low, kept) = significand.split_at(significand.len() - precision);
        let (below, half) = low.split_at(low.len() - 1);
        let below = self.any(below);
        let is_more = self.or(below, kept[0]);
        let rounds_up = self.and(half[0], is_more);
        // The bit before the point adds one to the exponent, and so does a carry out of the fraction.
        let fraction = format.fraction as usize;
        let width = fraction + behind.len();
        let mut packed = vec![no; fraction];
        packed.extend(behind.iter().map(|bit| self.and(*bit, !is_subnormal)));
        let mut added = kept.to_vec();
        added.resize(width, no);
        let packed = self.sum(&packed, &added, rounds_up).0;
        let (all, above) = packed.split_at(fraction + format.exponent as usize);
        let (greatest, above) = (self.all(&all[fraction..]), self.any(above));
        let overflows = self.or(greatest, above);
        let is_infinite = self.or(special.is_infinite, overflows);
        let width = format.width() - 1;
        let [zero, infinity, nan] = [0, format.infinity(), format.nan()].map(|bits| self.constant(bits, width));
        let finite = self.select(is_infinite, &infinity, all);
        let not_nan = self.select(special.is_zero, &zero, &finite);
        let mut bits = self.select(special.is_nan, &nan, &not_nan);
        bits.push(self.and(special.sign, !special.is_nan));
        bits
    }

    pub(crate) fn float_sum(&mut self, left: &[Lit], right: &[Lit]) -> Bits {
        let no = !self.yes;
        let format = Format::of(left.len() as u32);
        let size = left.len() - 1;
        // The one of the greater magnitude comes first.
        let turned = self.less(&left[..size], &right[..size]);
        let (greater, smaller) = (self.select(turned, right, left), self.select(turned, left, right));
        let (a, b) = (self.parts(&greater, false), self.parts(&smaller, false));
        let distance = self.difference(&a.exponent, &b.exponent).0;
        // Three bits behind the point are enough for rounding; one before it takes the carry.
        let widened = |significand: &[Lit]| -> Bits {
            let low = std::iter::repeat_n(no, 3);
            low.chain(significand.iter().copied()).chain([no]).collect()
        };
        let (one, other) = (widened(&a.significand), widened(&b.significand));
        let other = self.shifted_down(&other, &distance[..format.exponent as usize]);
        let differ = self.xor(a.sign, b.sign);
        let other: Bits = other.iter().map(|bit| self.xor(*bit, differ)).collect();
        let sum = self.sum(&one, &other, differ).0;
        let is_zero = !self.any(&sum);
        let (sum, shifted) = self.normalized(&sum);
        let exponent = self.add_constant(&a.exponent, 1);
        let shifted = Self::extended(&[&shifted[..], &[no]].concat(), exponent.len());
        let exponent = self.difference(&exponent, &shifted).0;
        let both_negative = self.and(a.sign, b.sign);
        let is_nan = self.or(a.is_nan, b.is_nan);
        let both_infinite = self.and(a.is_infinite, b.is_infinite);
        let opposite = self.and(both_infinite, differ);
        let special = Special {
            sign: self.choose(is_zero, both_negative, a.sign),
            is_zero,
            is_infinite: a.is_infinite,
            is_nan: self.or(is_nan, opposite),
        };
        // Infinity minus itself is NaN; any other infinite sum is no zero.
        let special = Special {
            is_zero: self.and(special.is_zero, !special.is_infinite),
            ..special
        };
        self.rounded(format, &exponent, &sum, &special)
    }

    pub(crate) fn float_product(&mut self, left: &[Lit], right: &[Lit]) -> Bits {
        let no = !self.yes;
        let format = Format::of(left.len() as u32);
        let (a, b) = (self.parts(left, true), self.parts(right, true));
        let mut wide = [a.significand, b.significand];
        for significand in &mut wide {
            significand.resize(2 * format.precision() as usize, no);
        }
        let product = self.product(&wide[0], &wide[1]);
        let exponent = self.add(&a.exponent, &b.exponent);
        let (is_zero, is_infinite) = (self.or(a.is_zero, b.is_zero), self.or(a.is_infinite, b.is_infinite));
        let is_nan = self.or(a.is_nan, b.is_nan);
        let neither = self.and(is_zero, is_infinite);
        let special = Special {
            sign: self.xor(a.sign, b.sign),
            is_zero,
            is_infinite,
            is_nan: self.or(is_nan, neither),
        };
        self.rounded_from_two(format, &exponent, 1 - format.bias(), &product, &special)
    }

    /// Rounds what is at least a half of, and less than, two times the last bit of a significand.
    fn rounded_from_two(
        &mut self,
        format: Format,
        exponent: &[Lit],
        more: i64,
        significand: &[Lit],
        special: &Special,
    ) -> Bits {
        let last = significand[significand.len() - 1];
        let mut moved = vec![!self.yes];
        moved.extend(&significand[..significand.len() - 1]);
        let significand = self.select(last, significand, &moved);
        let exponent = self.add_constant(exponent, more - 1);
        let zero = vec![!self.yes; exponent.len()];
        let exponent = self.sum(&exponent, &zero, last).0;
        self.rounded(format, &exponent, &significand, special)
    }

    pub(crate) fn float_quotient(&mut self, left: &[Lit], right: &[Lit]) -> Bits {
        let no = !self.yes;
        let format = Format::of(left.len() as u32);
        let (a, b) = (self.parts(left, true), self.parts(right, true));
        let (mut rest, mut divisor) = (a.significand, b.significand);
        rest.push(no);
        divisor.push(no);
        // The bit before the point first; two more than are kept, and whether anything is left.
        let mut quotient = Bits::new();
        for _ in 0..format.precision() + 2 {
            let (less, fits) = self.difference(&rest, &divisor);
            quotient.push(fits);
            rest = self.select(fits, &less, &rest);
            rest.pop();
            rest.insert(0, no);
        }
        quotient.push(self.any(&rest));
        quotient.reverse();
        let exponent = self.difference(&a.exponent, &b.exponent).0;
        let is_nan = self.or(a.is_nan, b.is_nan);
        let (zeros, infinities) = (self.and(a.is_zero, b.is_zero), self.and(a.is_infinite, b.is_infinite));
        let neither = self.or(zeros, infinities);
        let special = Special {
            sign: self.xor(a.sign, b.sign),
            is_zero: self.or(a.is_zero, b.is_infinite),
            is_infinite: self.or(a.is_infinite, b.is_zero),
            is_nan: self.or(is_nan, neither),
        };
        self.rounded_from_two(format, &exponent, format.bias(), &quotient, &special)
    }

    fn square_root(&mut self, bits: &[Lit]) -> Bits {
        let no = !self.yes;
        let format = Format::of(bits.len() as u32);
        let of = self.parts(bits, true);
        // The root of an even power of two: an odd exponent gives one to the significand. The bias is odd.
        let exponent = self.add_constant(&of.exponent, -format.bias());
        let is_odd = exponent[0];
        let half = Self::extended(&exponent[1..], exponent.len());
        let exponent = self.add_constant(&half, format.bias());
        // With two bits before the point.
        let plain: Bits = of.significand.iter().copied().chain([no]).collect();
        let doubled: Bits = [no].into_iter().chain(of.significand).collect();
        let radicand = self.select(is_odd, &doubled, &plain);
        // Digit by digit, two bits of the radicand for each; zeros behind it.
        let digits = format.precision() as usize + 1;
        let mut pairs: Bits = radicand.iter().rev().copied().collect();
        pairs.resize(2 * digits, no);
        let width = digits + 3;
        let (mut rest, mut root) = (vec![no; width], Bits::new());
        for pair in pairs.chunks(2) {
            let mut next: Bits = pair.iter().rev().copied().chain(rest.iter().copied()).collect();
            next.truncate(width);
            // Four times the root so far, and one.
            let mut tried: Bits = [self.yes, no].into_iter().chain(root.iter().rev().copied()).collect();
            tried.resize(width, no);
            let (less, fits) = self.difference(&next, &tried);
            root.push(fits);
            rest = self.select(fits, &less, &next);
        }
        root.push(self.any(&rest));
        root.reverse();
        let negative = self.and(of.sign, !of.is_zero);
        let special = Special {
            sign: of.sign,
            is_zero: of.is_zero,
            is_infinite: of.is_infinite,
            is_nan: self.or(of.is_nan, negative),
        };
        self.rounded(format, &exponent, &root, &special)
    }

    pub(crate) fn float_less(&mut self, left: &[Lit], right: &[Lit]) -> Lit {
        let size = left.len() - 1;
        let (left_sign, right_sign) = (left[size], right[size]);
        let (less, greater) = (
            self.less(&left[..size], &right[..size]),
            self.less(&right[..size], &left[..size]),
        );
        let any = [self.any(&left[..size]), self.any(&right[..size])];
        let not_both_zero = self.or(any[0], any[1]);
        // Of negative ones the greater magnitude is less.
        let negative = self.choose(right_sign, greater, not_both_zero);
        let positive = self.and(!right_sign, less);
        let less = self.choose(left_sign, negative, positive);
        let numbers = self.are_numbers(left, right);
        self.and(less, numbers)
    }

    pub(crate) fn float_equal(&mut self, left: &[Lit], right: &[Lit]) -> Lit {
        let size = left.len() - 1;
        let differ: Bits = left
            .iter()
            .zip(right)
            .map(|(one, other)| self.xor(*one, *other))
            .collect();
        let differ = self.any(&differ);
        let any = [self.any(&left[..size]), self.any(&right[..size])];
        let not_both_zero = self.or(any[0], any[1]);
        let differ = self.and(differ, not_both_zero);
        let numbers = self.are_numbers(left, right);
        self.and(numbers, !differ)
    }

    fn are_numbers(&mut self, left: &[Lit], right: &[Lit]) -> Lit {
        let (left, right) = (self.is_nan(left), self.is_nan(right));
        !self.or(left, right)
    }

    fn is_nan(&mut self, bits: &[Lit]) -> Lit {
        let format = Format::of(bits.len() as u32);
        let (fraction, rest) = bits.split_at(format.fraction as usize);
        let (is_greatest, has_fraction) = (self.all(&rest[..format.exponent as usize]), self.any(fraction));
        self.and(is_greatest, has_fraction)
    }

    pub(crate) fn float_function(&mut self, function: FloatFunction, of: &[Lit], width: u32) -> Bits {
        match function {
            FloatFunction::FromInteger => self.float_of_integer(of, Format::of(width)),
            FloatFunction::ToInteger => self.integer_of_float(of, width as usize),
            FloatFunction::Resized => self.resized_float(of, Format::of(width)),
            FloatFunction::SquareRoot => self.square_root(of),
        }
    }

    fn float_of_integer(&mut self, integer: &[Lit], format: Format) -> Bits {
        let sign = integer[integer.len() - 1];
        let magnitude = self.negated_if(sign, integer);
        let is_zero = !self.any(&magnitude);
        let (significand, mut distance) = self.normalized(&magnitude);
        let width = format.exponent as usize + 2;
        distance.resize(width, !self.yes);
        let greatest = self.constant((format.bias() + integer.len() as i64 - 1) as u64, width as u32);
        let exponent = self.difference(&greatest, &distance).0;
        let special = Special {
            sign,
            is_zero,
            is_infinite: !self.yes,
            is_nan: !self.yes,
        };
        self.rounded(format, &exponent, &significand, &special)
    }

    fn integer_of_float(&mut self, of: &[Lit], width: usize) -> Bits {
        let no = !self.yes;
        let format = Format::of(of.len() as u32);
        let of = self.parts(of, false);
        let power = self.add_constant(&of.exponent, -format.bias());
        let is_fraction = power[power.len() - 1];
        // 2^(width - 1) is too much; its negation is the least value all the same.
        let most = self.add_constant(&power, 1 - width as i64);
        let fits = most[most.len() - 1];
        let is_beyond = self.and(!is_fraction, !fits);
        let mut digits = of.significand;
        digits.resize(format.fraction as usize + width, no);
        let digits = self.shifted_up(&digits, &power[..width.ilog2() as usize]);
        let integer = &digits[format.fraction as usize..];
        let integer = self.negated_if(of.sign, integer);
        let mut limit = vec![!of.sign; width - 1];
        limit.push(of.sign);
        let integer = self.select(is_beyond, &limit, &integer);
        let is_none = self.or(is_fraction, of.is_nan);
        let zero = vec![no; width];
        self.select(is_none, &zero, &integer)
    }

    fn resized_float(&mut self, of: &[Lit], format: Format) -> Bits {
        let before = Format::of(of.len() as u32);
        let of = self.parts(of, true);
        let width = before.exponent.max(format.exponent) as usize + 2;
        let exponent = Self::extended(&of.exponent, width);
        let exponent = self.add_constant(&exponent, format.bias() - before.bias());
        let special = Special {
            sign: of.sign,
            is_zero: of.is_zero,
            is_infinite: of.is_infinite,
            is_nan: of.is_nan,
        };
        self.rounded(format, &exponent, &of.significand, &special)
    }
}
