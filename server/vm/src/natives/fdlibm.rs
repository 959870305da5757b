//! What `java.lang.StrictMath` computes: its results are those of fdlibm 5.3 (Sun Microsystems, 1993), to the last bit, as its Javadoc demands.
//!
//! The crate `libm` goes back to fdlibm as well, by way of FreeBSD and musl. Where it still computes in the same order it is used; here is the
//! rest. The coefficients are fdlibm's, the names too. `tests/conformance/StrictMathBits.java` compares with `java`.

/// What the processor makes of a NaN that it computes with.
pub(super) fn quiet(nan: f64) -> f64 {
    f64::from_bits(nan.to_bits() | 1 << 51)
}

/// Sign, exponent and the first 20 bits of the fraction, as fdlibm's `__HI`.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

/// The last 32 bits of the fraction, as fdlibm's `__LO`.
fn low(x: f64) -> u32 {
    x.to_bits() as u32
}

/// What the processor makes of 0 / 0: a NaN whose sign is set.
const UNDEFINED: f64 = f64::from_bits(0xfff8 << 48);

fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits(u64::from(high as u32) << 32 | u64::from(low(x)))
}

/// Without the last 32 bits of the fraction.
fn truncated(x: f64) -> f64 {
    with_high(0.0, high(x))
}

const TWO_24: f64 = 16_777_216.0;
const TWO_54: f64 = 18_014_398_509_481_984.0;
const LN2_HI: f64 = 0.693_147_180_369_123_8;
const LN2_LO: f64 = 1.908_214_929_270_587_7e-10;
/// Of the polynomial that `log` and `log1p` share.
const LG: [f64; 7] = [
    0.666_666_666_666_673_5,
    0.399_999_999_994_094_2,
    0.285_714_287_436_623_9,
    0.222_221_984_321_497_84,
    0.181_835_721_616_180_5,
    0.153_138_376_992_093_73,
    0.147_981_986_051_165_86,
];

/// A positive number, made normal, and its exponent; else what a logarithm of it is.
fn normal(mut x: f64) -> Result<(f64, i32), f64> {
    let mut k = 0;
    if high(x) < 0x0010_0000 {
        if x == 0.0 {
            return Err(f64::NEG_INFINITY);
        }
        if high(x) < 0 {
            return Err(UNDEFINED);
        }
        k = -54;
        x *= TWO_54;
    }
    if high(x) >= 0x7ff0_0000 {
        return Err(x + x);
    }
    Ok((x, k + (high(x) >> 20) - 1023))
}

pub(super) fn log(x: f64) -> f64 {
    let (x, k) = match normal(x) {
        Ok(parts) => parts,
        Err(special) => return special,
    };
    let hx = high(x) & 0x000f_ffff;
    let i = (hx + 0x95f64) & 0x0010_0000;
    let f = with_high(x, hx | (i ^ 0x3ff0_0000)) - 1.0;
    let k = f64::from(k + (i >> 20));
    if 0x000f_ffff & (2 + hx) < 3 {
        // |f| < 2^-20.
        let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
        return match (f == 0.0, k == 0.0) {
            (true, true) => 0.0,
            (true, false) => k * LN2_HI + k * LN2_LO,
            (false, true) => f - r,
            (false, false) => k * LN2_HI - ((r - k * LN2_LO) - f),
        };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let t1 = w * (LG[1] + w * (LG[3] + w * LG[5]));
    let t2 = z * (LG[0] + w * (LG[2] + w * (LG[4] + w * LG[6])));
    let r = t2 + t1;
    if (hx - 0x6147a) | (0x6b851 - hx) > 0 {
        let half = 0.5 * f * f;
        if k == 0.0 {
            f - (half - s * (half + r))
        } else {
            k * LN2_HI - ((half - (s * (half + r) + k * LN2_LO)) - f)
        }
    } else if k == 0.0 {
        f - s * (f - r)
    } else {
        k * LN2_HI - ((s * (f - r) - k * LN2_LO) - f)
    }
}

pub(super) fn log10(x: f64) -> f64 {
    const LOG10_2_HI: f64 = 0.301_029_995_663_611_77;
    const LOG10_2_LO: f64 = 3.694_239_077_158_931e-13;
    let (x, k) = match normal(x) {
        Ok(parts) => parts,
        Err(special) => return special,
    };
    let negative = i32::from(k < 0);
    let y = f64::from(k + negative);
    let x = with_high(x, (high(x) & 0x000f_ffff) | (0x3ff - negative) << 20);
    let z = y * LOG10_2_LO + std::f64::consts::LOG10_E * log(x);
    z + y * LOG10_2_HI
}

pub(super) fn log1p(x: f64) -> f64 {
    let hx = high(x);
    let ax = hx & 0x7fff_ffff;
    // Of 1 + x = 2^k (1 + f): k, f, the fraction of the high word, what rounding 1 + x has lost.
    let (k, f, hu, lost);
    if hx < 0x3fda_827a && ax >= 0x3ff0_0000 {
        return if x == -1.0 { f64::NEG_INFINITY } else { UNDEFINED };
    }
    if hx < 0x3fda_827a && ax < 0x3e20_0000 {
        return if ax < 0x3c90_0000 { x } else { x - x * x * 0.5 };
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    if hx < 0x3fda_827a && (hx > 0 || hx <= 0xbfd2_bec3_u32 as i32) {
        // -0.2929 < x < 0.41422.
        (k, f, hu, lost) = (0, x, 1, 0.0);
    } else {
        let u = if hx < 0x4340_0000 { 1.0 + x } else { x };
        let exponent = (high(u) >> 20) - 1023;
        lost = match (hx < 0x4340_0000, exponent > 0) {
            (true, true) => (1.0 - (u - x)) / u,
            (true, false) => (x - (u - 1.0)) / u,
            (false, _) => 0.0,
        };
        let fraction = high(u) & 0x000f_ffff;
        if fraction < 0x6a09e {
            (k, hu) = (exponent, fraction);
            f = with_high(u, fraction | 0x3ff0_0000) - 1.0;
        } else {
            (k, hu) = (exponent + 1, (0x0010_0000 - fraction) >> 2);
            f = with_high(u, fraction | 0x3fe0_0000) - 1.0;
        }
    }
    let k = f64::from(k);
    let half = 0.5 * f * f;
    if hu == 0 {
        let r = half * (1.0 - 0.666_666_666_666_666_6 * f);
        return match (f == 0.0, k == 0.0) {
            (true, true) => 0.0,
            (true, false) => k * LN2_HI + (lost + k * LN2_LO),
            (false, true) => f - r,
            (false, false) => k * LN2_HI - ((r - (k * LN2_LO + lost)) - f),
        };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * (LG[0] + z * (LG[1] + z * (LG[2] + z * (LG[3] + z * (LG[4] + z * (LG[5] + z * LG[6]))))));
    if k == 0.0 {
        f - (half - s * (half + r))
    } else {
        k * LN2_HI - ((half - (s * (half + r) + (k * LN2_LO + lost))) - f)
    }
}

/// Half of e^|x|, for |x| of 22 and more.
fn half_of_exp(x: f64) -> f64 {
    // From here on e^x is infinite, and from there on the half of it.
    const INFINITE: i32 = 0x4086_2e42;
    const GREATEST: u64 = 0x4086_33ce_8fb9_f87d;
    let x = x.abs();
    if high(x) < INFINITE {
        0.5 * libm::exp(x)
    } else if x.to_bits() <= GREATEST {
        let root = libm::exp(0.5 * x);
        (0.5 * root) * root
    } else {
        x + f64::INFINITY
    }
}

pub(super) fn sinh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return x + x;
    }
    let sign = 1.0_f64.copysign(x);
    if ix >= 0x4036_0000 {
        return sign * half_of_exp(x);
    }
    if ix < 0x3e30_0000 {
        return x;
    }
    let t = libm::expm1(x.abs());
    if ix < 0x3ff0_0000 {
        0.5 * sign * (2.0 * t - t * t / (t + 1.0))
    } else {
        0.5 * sign * (t + t / (t + 1.0))
    }
}

pub(super) fn cosh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return x * x;
    }
    if ix >= 0x4036_0000 {
        return half_of_exp(x);
    }
    if ix < 0x3fd6_2e43 {
        let t = libm::expm1(x.abs());
        let w = 1.0 + t;
        return if ix < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    let t = libm::exp(x.abs());
    0.5 * t + 0.5 / t
}

pub(super) fn tanh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return 1.0 / x + 1.0_f64.copysign(x);
    }
    if ix < 0x3c80_0000 {
        return x * (1.0 + x);
    }
    let z = if ix >= 0x4036_0000 {
        1.0
    } else if ix >= 0x3ff0_0000 {
        1.0 - 2.0 / (libm::expm1(2.0 * x.abs()) + 2.0)
    } else {
        let t = libm::expm1(-2.0 * x.abs());
        -t / (t + 2.0)
    };
    z.copysign(x)
}

pub(super) fn atan2(y: f64, x: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    const PI_LO: f64 = 1.224_646_799_147_353_2e-16;
    if x.is_nan() || y.is_nan() {
        return x + y;
    }
    if x == 1.0 {
        return libm::atan(y);
    }
    let left = x.is_sign_negative();
    let angle = if y == 0.0 {
        if left { PI } else { 0.0 }
    } else if x == 0.0 {
        FRAC_PI_2
    } else if x.is_infinite() {
        match (y.is_infinite(), left) {
            (true, false) => FRAC_PI_4,
            (true, true) => 3.0 * FRAC_PI_4,
            (false, false) => 0.0,
            (false, true) => PI,
        }
    } else if y.is_infinite() {
        FRAC_PI_2
    } else {
        let exponents = ((high(y) & 0x7fff_ffff) - (high(x) & 0x7fff_ffff)) >> 20;
        let z = if exponents > 60 {
            FRAC_PI_2 + 0.5 * PI_LO
        } else if left && exponents < -60 {
            0.0
        } else {
            libm::atan((y / x).abs())
        };
        if left { PI - (z - PI_LO) } else { z }
    };
    angle.copysign(y)
}

/// Unlike C's, Java's is NaN where 1 with an infinite exponent is asked for, and where the exponent is NaN.
pub(super) fn power(base: f64, exponent: f64, otherwise: fn(f64, f64) -> f64) -> f64 {
    if exponent.is_nan() {
        quiet(exponent)
    } else if base.abs() == 1.0 && exponent.is_infinite() {
        UNDEFINED
    } else {
        otherwise(base, exponent)
    }
}

/// `libm`'s result is exact, as this operation always is.
pub(super) fn remainder(x: f64, by: f64) -> f64 {
    libm::remainder(x, by)
}

pub(super) fn cbrt(x: f64) -> f64 {
    // 682 and 664, less the mean of the error, in exponents of a high word.
    const FIRST: i32 = 715_094_163;
    const FIRST_OF_SUBNORMAL: i32 = 696_219_795;
    if x == 0.0 || !x.is_finite() {
        return x + x;
    }
    let size = x.abs();
    let guess = if high(size) < 0x0010_0000 {
        with_high(0.0, high(size * TWO_54) / 3 + FIRST_OF_SUBNORMAL)
    } else {
        with_high(0.0, high(size) / 3 + FIRST)
    };
    // 23 bits, from a rational function; then one step of Newton's.
    let r = guess * guess / size;
    let s = 0.542_857_142_857_142_8 + r * guess;
    let t = guess
        * (0.357_142_857_142_857_15
            + 1.607_142_857_142_857_2 / (s + 1.414_285_714_285_714_4 + -0.705_306_122_448_979_6 / s));
    let t = with_high(0.0, high(t) + 1);
    let r = size / (t * t);
    let r = (r - t) / ((t + t) + r);
    (t + t * r).copysign(x)
}

pub(super) fn hypot(x: f64, y: f64) -> f64 {
    if x.is_infinite() || y.is_infinite() {
        return f64::INFINITY;
    }
    let (mut a, mut b) = (x.abs(), y.abs());
    if high(b) > high(a) {
        std::mem::swap(&mut a, &mut b);
    }
    if high(a) - high(b) > 0x03c0_0000 || a.is_nan() || b.is_nan() {
        // More than 2^60 times as large.
        return a + b;
    }
    // Both are scaled by a power of two to be neither too large nor too small.
    let scale = |a: f64, by: i32| with_high(a, high(a) + (by << 20));
    let mut k = 0;
    if high(a) > 0x5f30_0000 {
        (a, b) = (scale(a, -600), scale(b, -600));
        k += 600;
    }
    if high(b) < 0x20b0_0000 {
        if b == 0.0 {
            return a;
        }
        if high(b) <= 0x000f_ffff {
            let by = with_high(0.0, 0x7fd0_0000);
            (a, b) = (a * by, b * by);
            k -= 1022;
        } else {
            (a, b) = (scale(a, 600), scale(b, 600));
            k -= 600;
        }
    }
    let w = a - b;
    let root = if w > b {
        let t1 = truncated(a);
        let t2 = a - t1;
        (t1 * t1 - (b * (-b) - t2 * (a + t1))).sqrt()
    } else {
        let t1 = with_high(0.0, high(a) + 0x0010_0000);
        let t2 = (a + a) - t1;
        let y1 = truncated(b);
        let y2 = b - y1;
        (t1 * y1 - (w * (-w) - (t1 * y2 + t2 * b))).sqrt()
    };
    if k == 0 { root } else { scale(1.0, k) * root }
}

pub(super) fn sin(x: f64) -> f64 {
    match reduce(x) {
        None => UNDEFINED,
        Some((0, y, rest)) => kernel_sin(y, rest),
        Some((1, y, rest)) => kernel_cos(y, rest),
        Some((2, y, rest)) => -kernel_sin(y, rest),
        Some((_, y, rest)) => -kernel_cos(y, rest),
    }
}

pub(super) fn cos(x: f64) -> f64 {
    match reduce(x) {
        None => UNDEFINED,
        Some((0, y, rest)) => kernel_cos(y, rest),
        Some((1, y, rest)) => -kernel_sin(y, rest),
        Some((2, y, rest)) => -kernel_cos(y, rest),
        Some((_, y, rest)) => kernel_sin(y, rest),
    }
}

/// The sine of `x + rest`, |x| at most π/4.
fn kernel_sin(x: f64, rest: f64) -> f64 {
    const S: [f64; 6] = [
        -0.166_666_666_666_666_32,
        0.008_333_333_333_322_49,
        -0.000_198_412_698_298_579_5,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    if high(x) & 0x7fff_ffff < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
    if rest == 0.0 {
        x + v * (S[0] + z * r)
    } else {
        x - ((z * (0.5 * rest - v * r) - rest) - v * S[0])
    }
}

/// The cosine of `x + rest`, |x| at most π/4.
fn kernel_cos(x: f64, rest: f64) -> f64 {
    const C: [f64; 6] = [
        0.041_666_666_666_666_6,
        -0.001_388_888_888_887_411,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    let ix = high(x) & 0x7fff_ffff;
    if ix < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    if ix < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * rest));
    }
    let quarter = if ix > 0x3fe9_0000 {
        0.28125
    } else {
        with_high(0.0, ix - 0x0020_0000)
    };
    let half = 0.5 * z - quarter;
    let a = 1.0 - quarter;
    a - (half - (z * r - x * rest))
}

/// The quadrant of an angle (0 to 3), and what it is beyond a multiple of π/2, |y| at most π/4: rounded, and the rest. None: not finite.
fn reduce(x: f64) -> Option<(u8, f64, f64)> {
    if !x.is_finite() {
        return None;
    }
    let size = x.abs();
    let ix = high(size);
    if ix <= 0x3fe9_21fb {
        return Some((0, x, 0.0));
    }
    let (n, y, rest) = if ix <= 0x4139_21fb {
        reduce_by_subtraction(size)
    } else {
        reduce_by_product(size)
    };
    Some(if x < 0.0 {
        ((4 - n) & 3, -y, -rest)
    } else {
        (n, y, rest)
    })
}

/// Up to 2^19 π/2, as Cody and Waite: π/2 is subtracted in parts of 33 bits, as many as it takes.
fn reduce_by_subtraction(x: f64) -> (u8, f64, f64) {
    // Parts of π/2, and what is left of it after each.
    const PARTS: [(f64, f64); 3] = [
        (1.570_796_326_734_125_6, 6.077_100_506_506_192e-11),
        (6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21),
        (2.022_266_248_711_166_5e-21, 8.478_427_660_368_9e-32),
    ];
    let first = high(x) < 0x4002_d97c;
    let n = if first {
        1
    } else {
        (x * std::f64::consts::FRAC_2_PI + 0.5) as i32
    };
    let times = f64::from(n);
    let exponent = |x: f64| (high(x) >> 20) & 0x7ff;
    let mut r = x - times * PARTS[0].0;
    let mut w = times * PARTS[0].1;
    // Where the first part leaves little.
    let is_near = n >= 32 || high(x) == high(times * std::f64::consts::FRAC_PI_2);
    let more: &[_] = match (is_near, first) {
        (false, _) => &[],
        (true, true) => &[(16, PARTS[1])],
        (true, false) => &[(16, PARTS[1]), (49, PARTS[2])],
    };
    for (bits, (part, left)) in more {
        if exponent(x) - exponent(r - w) <= *bits {
            break;
        }
        let before = r;
        w = times * part;
        r = before - w;
        w = times * left - ((before - r) - w);
    }
    let y = r - w;
    ((n & 3) as u8, y, (r - y) - w)
}

/// By as many bits of 2/π as it takes, as Payne and Hanek: in words of 24 bits, so that the product of two is exact.
fn reduce_by_product(x: f64) -> (u8, f64, f64) {
    // What is made at first.
    const WORDS: usize = 5;
    let exponent = (high(x) >> 20) - 1046;
    let mut left = with_high(x, high(x) - (exponent << 20));
    let mut given = [0.0; 3];
    for word in &mut given[..2] {
        *word = left.trunc();
        left = (left - *word) * TWO_24;
    }
    given[2] = left;
    // Earlier words of 2/π make multiples of 8 only.
    let first = (exponent - 3).max(0) / 24;
    let scale = exponent - 24 * (first + 1);
    let product = |at: usize| {
        let given = given.iter().enumerate();
        given.fold(0.0, |sum, (i, word)| {
            sum + word * word_of_two_over_pi(first + at as i32 - i as i32)
        })
    };
    let mut products: Vec<f64> = (0..WORDS).map(product).collect();
    loop {
        let quotient = Quotient::new(&products, scale);
        if quotient.top == 0.0 && quotient.words[WORDS - 1..].iter().all(|word| *word == 0) {
            // All that is known of the fraction is zero.
            let zeros = quotient.words[..WORDS - 1].iter().rev().take_while(|word| **word == 0);
            let more = 1 + zeros.count();
            products.extend((products.len()..products.len() + more).map(product));
            continue;
        }
        let (n, sign) = (quotient.whole & 3, if quotient.is_beyond_half { -1.0 } else { 1.0 });
        let (y, rest) = quotient.times_half_pi();
        return (n as u8, sign * y, sign * rest);
    }
}

/// The 24 bits of 2/π that come after the first `24 * at`.
fn word_of_two_over_pi(at: i32) -> f64 {
    const BITS: [u64; 20] = [
        0xa2f9_836e_4e44_1529,
        0xfc27_57d1_f534_ddc0,
        0xdb62_9599_3c43_9041,
        0xfe51_63ab_debb_c561,
        0xb724_6e3a_424d_d2e0,
        0x0649_2eea_09d1_921c,
        0xfe1d_eb1c_b129_a73e,
        0xe882_35f5_2ebb_4484,
        0xe99c_7026_b45f_7e41,
        0x3991_d639_8353_39f4,
        0x9c84_5f8b_bdf9_283b,
        0x1ff8_97ff_de05_980f,
        0xef2f_118b_5a0a_6d1f,
        0x6d36_7ecf_27cb_09b7,
        0x4f46_3f66_9e5f_ea2d,
        0x7527_bac7_ebe5_f17b,
        0x3d07_39f7_8a52_92ea,
        0x6bfb_5fb1_1f8d_5d08,
        0x5603_3046_fc7b_6bab,
        0xf0cf_bc20_9af4_361d,
    ];
    let Ok(from) = usize::try_from(24 * at) else {
        return 0.0;
    };
    let bits = |word: usize| u128::from(BITS.get(word).copied().unwrap_or(0));
    let both = bits(from / 64) << 64 | bits(from / 64 + 1);
    (both << (from % 64) >> 104) as f64
}

/// What an angle is in multiples of π/2: the nearest whole number, and the size of the fraction.
struct Quotient {
    whole: i32,
    /// Whether the fraction was a half or more, so that the next multiple is nearer.
    is_beyond_half: bool,
    /// The fraction's words of 24 bits, the least first; then its first part as it is, to be multiplied by 2^scale like them.
    words: Vec<i32>,
    top: f64,
    scale: i32,
}

impl Quotient {
    fn new(products: &[f64], scale: i32) -> Quotient {
        let mut words = Vec::new();
        let mut top = products[products.len() - 1];
        for product in products.iter().rev().skip(1) {
            // What is more than 24 bits goes into the word before.
            let more = (top / TWO_24).trunc();
            words.push((top - TWO_24 * more) as i32);
            top = product + more;
        }
        top = libm::scalbn(top, scale);
        top -= 8.0 * (top * 0.125).floor();
        let mut whole = top as i32;
        top -= f64::from(whole);
        let greatest = words.len() - 1;
        let is_beyond_half = match scale {
            1.. => {
                let digit = words[greatest];
                whole += digit >> (24 - scale);
                words[greatest] = digit & ((1 << (24 - scale)) - 1);
                words[greatest] >> (23 - scale) > 0
            }
            0 => words[greatest] >> 23 > 0,
            _ => top >= 0.5,
        };
        if is_beyond_half {
            whole += 1;
            let mut borrows = false;
            for word in &mut words {
                *word = match (borrows, *word) {
                    (false, 0) => 0,
                    (false, some) => 0x0100_0000 - some,
                    (true, some) => 0x00ff_ffff - some,
                };
                borrows |= *word != 0;
            }
            if scale > 0 {
                words[greatest] &= (1 << (24 - scale)) - 1;
            } else if scale < 0 {
                top = 1.0 - top;
                if borrows {
                    top -= libm::scalbn(1.0, scale);
                }
            }
        }
        Quotient {
            whole,
            is_beyond_half,
            words,
            top,
            scale,
        }
    }

    /// The fraction times π/2: rounded, and the rest.
    fn times_half_pi(mut self) -> (f64, f64) {
        /// π/2 in words of 24 bits.
        const HALF_PI: [f64; 5] = [
            1.570_796_251_296_997,
            7.549_789_415_861_596e-8,
            5.390_302_529_957_765e-15,
            3.282_003_415_807_913e-22,
            1.270_655_753_080_676e-29,
        ];
        if self.top == 0.0 {
            self.scale -= 24;
            while self.words.pop_if(|word| *word == 0).is_some() {
                self.scale -= 24;
            }
        } else {
            let top = libm::scalbn(self.top, -self.scale);
            if top >= TWO_24 {
                let more = (top / TWO_24).trunc();
                self.words.push((top - TWO_24 * more) as i32);
                self.scale += 24;
                self.words.push(more as i32);
            } else {
                self.words.push(top as i32);
            }
        }
        // The greatest first from here on.
        let mut unit = libm::scalbn(1.0, self.scale);
        let mut digits = Vec::new();
        for word in self.words.iter().rev() {
            digits.push(unit * f64::from(*word));
            unit /= TWO_24;
        }
        let sums: Vec<f64> = (0..digits.len())
            .map(|last| {
                let digits = digits[..=last].iter().rev();
                HALF_PI
                    .iter()
                    .zip(digits)
                    .fold(0.0, |sum, (part, digit)| sum + part * digit)
            })
            .collect();
        let rounded = sums.iter().rev().fold(0.0, |all, sum| all + sum);
        let rest = sums[1..].iter().fold(sums[0] - rounded, |all, sum| all + sum);
        (rounded, rest)
    }
}
