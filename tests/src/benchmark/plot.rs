//! A plot as SVG: lines over a linear axis, a logarithmic axis upwards, each line labelled at its end.

use std::fmt::Write;

/// One line.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its label.
    pub name: String,
    /// Its colour, by number.
    pub colour: usize,
    /// Somebody else's figures.
    pub dashed: bool,
    /// Points; what is not above 0 is left out.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 50.0;
/// Colours that also the colour-blind can tell apart (Okabe and Ito).
const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999",
];
/// Labels closer to each other than this move apart.
const LINE: f64 = 13.0;

/// Plots one below the other; `None` without one.
pub fn stacked(plots: &[String]) -> Option<String> {
    let height = HEIGHT * plots.len() as f64;
    let mut out = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\">\n");
    for (at, plot) in plots.iter().enumerate() {
        let y = HEIGHT * at as f64;
        let _ = write!(
            out,
            "<svg y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\n{plot}</svg>\n"
        );
    }
    out.push_str("</svg>\n");
    (!plots.is_empty()).then_some(out)
}

/// The plot; `None` without a point.
pub fn svg(title: &str, x_name: &str, y_name: &str, series: &[Series]) -> Option<String> {
    let points: Vec<(f64, f64)> = series
        .iter()
        .flat_map(|s| &s.points)
        .copied()
        .filter(|p| p.1 > 0.0)
        .collect();
    let (x_low, x_high) = range(points.iter().map(|p| p.0))?;
    let (y_low, y_high) = range(points.iter().map(|p| p.1.log10()))?;
    let (y_low, y_high) = (y_low.floor(), y_high.ceil().max(y_low.floor() + 1.0));
    let x_at = |x: f64| LEFT + (x - x_low) / (x_high - x_low).max(1.0) * (WIDTH - LEFT - RIGHT);
    let y_at = |log: f64| HEIGHT - BOTTOM - (log - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{}</text>\n",
        escape(title)
    );
    let right = WIDTH - RIGHT;
    for power in y_low as i32..=y_high as i32 {
        let y = y_at(f64::from(power));
        let label = if (0..=6).contains(&power) {
            super::table::grouped(10u64.pow(power as u32))
        } else {
            format!("10^{power}")
        };
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
    let mut ticks: Vec<f64> = points.iter().map(|p| p.0).collect();
    ticks.sort_by(f64::total_cmp);
    ticks.dedup();
    for x in ticks {
        let (at, y) = (x_at(x), HEIGHT - BOTTOM + 18.0);
        let _ = writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{x}</text>"
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text><text x=\"14\" y=\"{}\">{}</text>",
        (LEFT + right) / 2.0,
        HEIGHT - 12.0,
        escape(x_name),
        TOP - 10.0,
        escape(y_name)
    );
    let mut labels: Vec<f64> = Vec::new();
    for line in series {
        let colour = COLOURS[line.colour % COLOURS.len()];
        let dashes = if line.dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let drawn = line.points.iter().filter(|p| p.1 > 0.0);
        let places: Vec<(f64, f64)> = drawn.map(|p| (x_at(p.0), y_at(p.1.log10()))).collect();
        let Some((end_x, end_y)) = places.last() else { continue };
        let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>",
            path.join(" ")
        );
        for (x, y) in &places {
            let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
        }
        let mut label_y = *end_y;
        while labels.iter().any(|taken| (taken - label_y).abs() < LINE) {
            label_y += LINE;
        }
        labels.push(label_y);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
            end_x + 9.0,
            label_y + 4.0,
            escape(&line.name)
        );
    }
    out.push_str("</svg>\n");
    Some(out)
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_drawn_within_the_frame() {
        let series = [Series {
            name: "a < b".into(),
            colour: 0,
            dashed: false,
            points: vec![(1.0, 10.0), (2.0, 1000.0), (3.0, 0.0)],
        }];
        let svg = svg("T", "n", "states", &series).unwrap();
        assert!(svg.contains("points=\"70.0,370.0 530.0,50.0\""), "{svg}");
        assert!(svg.contains("a &lt; b") && svg.matches("<circle").count() == 2);
        assert!(super::svg("T", "n", "states", &[]).is_none());
        assert_eq!(
            stacked(&[svg.clone(), svg]).map(|both| both.matches("</svg>").count()),
            Some(5)
        );
        assert!(stacked(&[]).is_none());
    }
}
