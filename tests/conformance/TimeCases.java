//@ cases
//@ jdk: 11
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.HijrahDate;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseDate;
import java.time.chrono.ThaiBuddhistDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.FormatStyle;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.WeekFields;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

public class TimeCases {
    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        Cases.run(TimeCases.class);
    }

    static void dates() {
        LocalDate d = LocalDate.of(2024, 2, 29);
        Cases.show(d, d.plusYears(1), d.plusMonths(12), d.minusDays(60), d.getDayOfWeek(), d.getDayOfYear(), d.isLeapYear(), d.lengthOfMonth(), d.toEpochDay(), LocalDate.ofEpochDay(-1), LocalDate.ofYearDay(2023, 365), d.atStartOfDay(), d.compareTo(LocalDate.of(2023, 2, 28)));
        Cases.attempt(() -> LocalDate.of(2023, 2, 29));
        Cases.attempt(() -> LocalDate.of(2023, 13, 1));
        Cases.attempt(() -> LocalDate.parse("2024-2-9"));
        Cases.show(LocalDate.MIN, LocalDate.MAX.lengthOfYear());
    }

    static void times() {
        LocalTime t = LocalTime.of(23, 59, 58, 999_000_001);
        Cases.show(t, t.plusSeconds(3), t.truncatedTo(ChronoUnit.MINUTES), t.toSecondOfDay(), LocalTime.NOON.minusNanos(1), LocalTime.parse("10:15"), t.get(ChronoField.AMPM_OF_DAY), t.until(LocalTime.MIDNIGHT, ChronoUnit.HOURS));
        Cases.attempt(() -> LocalTime.of(24, 0));
        Cases.attempt(() -> LocalTime.parse("1:2:3"));
    }

    static void durations() {
        Duration d = Duration.ofSeconds(-3661, 5_000_000);
        Cases.show(d, d.negated(), d.toMillis(), d.abs().plusHours(30), Duration.parse("P1DT2H3M4.5S"), Duration.between(Instant.EPOCH, Instant.ofEpochSecond(90)), d.compareTo(Duration.ZERO), Duration.ofDays(2).dividedBy(7), d.multipliedBy(3), Duration.ZERO);
        Cases.attempt(() -> Duration.parse("1h"));
        Cases.attempt(() -> Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1));
    }

    static void periods() {
        Period p = Period.between(LocalDate.of(2020, 1, 31), LocalDate.of(2024, 3, 1));
        Cases.show(p, p.toTotalMonths(), Period.of(0, 15, -3).normalized(), Period.parse("P2W"), LocalDate.of(2024, 1, 31).plus(Period.ofMonths(1)), Period.ZERO, p.negated());
        Cases.attempt(() -> Period.parse("P1X"));
    }

    static void instants() {
        Instant i = Instant.ofEpochSecond(1_700_000_000, 123_456_789);
        Cases.show(i, i.plusMillis(-500), i.truncatedTo(ChronoUnit.HOURS), Instant.parse("2000-01-01T00:00:00Z").toEpochMilli(), i.until(Instant.EPOCH, ChronoUnit.DAYS), Instant.ofEpochMilli(-1), Instant.MAX);
        Cases.attempt(() -> i.plus(1, ChronoUnit.MONTHS));
        Cases.attempt(() -> Instant.parse("2000-01-01"));
    }

    static void zones() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        ZonedDateTime gap = ZonedDateTime.of(2024, 3, 31, 2, 30, 0, 0, berlin);
        ZonedDateTime overlap = ZonedDateTime.of(2024, 10, 27, 2, 30, 0, 0, berlin);
        Cases.show(gap, overlap, overlap.withLaterOffsetAtOverlap(), gap.plusHours(24), gap.plusDays(1), overlap.withZoneSameInstant(ZoneId.of("America/New_York")), berlin.getRules().isDaylightSavings(gap.toInstant()), berlin.getRules().nextTransition(gap.toInstant()));
        Cases.attempt(() -> ZoneId.of("Mars/Base"));
        Cases.show(ZoneOffset.of("+05:30").getTotalSeconds(), ZoneId.of("UTC+2"), OffsetDateTime.parse("2024-01-01T10:00:00-03:00").toInstant(), ZoneOffset.UTC);
        Cases.attempt(() -> ZoneOffset.ofHours(19));
    }

    static void formatting() {
        LocalDateTime t = LocalDateTime.of(2024, 7, 4, 15, 6, 7, 80_000_000);
        for (String p : new String[] {"yyyy-MM-dd HH:mm:ss.SSS", "d MMM uuuu, h:mm a", "EEEE EEE e", "'week' w D", "yy/M/d", "QQQ G", "MMMM LLLL", "n A N", "HH 'o''clock'"}) Cases.show(p, t.format(DateTimeFormatter.ofPattern(p, Locale.US)));
        Cases.show(DateTimeFormatter.ISO_WEEK_DATE.format(t), DateTimeFormatter.BASIC_ISO_DATE.format(t), DateTimeFormatter.ISO_ORDINAL_DATE.format(t), DateTimeFormatter.RFC_1123_DATE_TIME.format(t.atOffset(ZoneOffset.UTC)));
        Cases.attempt(() -> DateTimeFormatter.ofPattern("bbb"));
        Cases.attempt(() -> LocalDate.of(2024, 1, 1).format(DateTimeFormatter.ofPattern("HH")));
    }

    static void localised() {
        LocalDate d = LocalDate.of(2024, 7, 4);
        Cases.show(d.format(DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(Locale.GERMANY)), d.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.FRANCE), Month.MARCH.getDisplayName(TextStyle.FULL, Locale.GERMANY), d.format(DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(Locale.US)));
    }

    static void parsing() {
        DateTimeFormatter f = DateTimeFormatter.ofPattern("d/M/uuuu H:m").withResolverStyle(ResolverStyle.STRICT);
        Cases.show(LocalDateTime.parse("4/7/2024 5:06", f), YearMonth.parse("2024-02"), MonthDay.parse("--02-29"), Year.parse("2024").isLeap());
        for (String s : new String[] {"31/2/2024 1:1", "1/1/2024", "1/1/2024 25:00", "x"}) Cases.attempt(() -> LocalDateTime.parse(s, f));
        Cases.show(DateTimeFormatter.ofPattern("d/M/uuuu").withResolverStyle(ResolverStyle.LENIENT).parse("40/1/2024", LocalDate::from));
    }

    static void formatterBuilders() {
        DateTimeFormatter f = new DateTimeFormatterBuilder().appendValue(ChronoField.YEAR, 4, 10, SignStyle.EXCEEDS_PAD).appendLiteral('|').appendText(ChronoField.MONTH_OF_YEAR).optionalStart().appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true).optionalEnd()
            .padNext(6, '*').appendValue(ChronoField.DAY_OF_MONTH).toFormatter(Locale.US);
        Cases.show(f.format(LocalDateTime.of(12345, 6, 7, 0, 0, 0, 500)), f);
    }

    static void unitsAndFields() {
        LocalDateTime a = LocalDateTime.of(2024, 1, 31, 10, 0), b = LocalDateTime.of(2024, 3, 1, 9, 59);
        for (ChronoUnit u : new ChronoUnit[] {ChronoUnit.MINUTES, ChronoUnit.HOURS, ChronoUnit.DAYS, ChronoUnit.WEEKS, ChronoUnit.MONTHS, ChronoUnit.YEARS}) Cases.show(u, u.between(a, b), u.getDuration(), u.isDateBased());
        Cases.show(a.get(IsoFields.QUARTER_OF_YEAR), a.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), a.get(WeekFields.of(Locale.US).weekOfYear()), a.range(ChronoField.DAY_OF_MONTH), a.with(ChronoField.HOUR_OF_AMPM, 1));
        Cases.attempt(() -> LocalDate.now(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)).get(ChronoField.HOUR_OF_DAY));
        Cases.attempt(() -> a.with(ChronoField.MONTH_OF_YEAR, 0));
    }

    static void adjusters() {
        LocalDate d = LocalDate.of(2024, 5, 15);
        Cases.show(d.with(TemporalAdjusters.firstDayOfNextMonth()), d.with(TemporalAdjusters.lastInMonth(DayOfWeek.FRIDAY)), d.with(TemporalAdjusters.nextOrSame(DayOfWeek.WEDNESDAY)), d.with(TemporalAdjusters.dayOfWeekInMonth(2, DayOfWeek.TUESDAY)), d.with(t -> t.plus(1, ChronoUnit.DECADES)), DayOfWeek.SUNDAY.plus(1), Month.JANUARY.minus(1));
    }

    static void chronologies() {
        LocalDate d = LocalDate.of(2024, 2, 29);
        Cases.show(JapaneseDate.from(d), ThaiBuddhistDate.from(d), HijrahDate.from(d), IsoChronology.INSTANCE.dateNow(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)), d.getEra());
    }

    static void clocks() {
        Clock c = Clock.fixed(Instant.ofEpochSecond(1000), ZoneId.of("Asia/Tokyo"));
        Cases.show(c, LocalDateTime.now(c), Clock.offset(c, Duration.ofMinutes(-5)).instant(), Clock.tick(c, Duration.ofSeconds(300)).millis());
    }

    static void calendars() {
        GregorianCalendar c = new GregorianCalendar(TimeZone.getTimeZone("GMT"), Locale.US);
        c.setTimeInMillis(0);
        c.set(2024, Calendar.JANUARY, 31);
        c.add(Calendar.MONTH, 1);
        c.roll(Calendar.DAY_OF_MONTH, 1);
        Cases.show(c.getTimeInMillis(), c.get(Calendar.DAY_OF_WEEK), c.isLeapYear(2100), c.getActualMaximum(Calendar.DAY_OF_MONTH), c.toInstant(), c.get(Calendar.WEEK_OF_YEAR));
        c.setLenient(false);
        c.set(Calendar.MONTH, 13);
        Cases.attempt(c::getTime);
        Cases.show(new Date(0).toInstant(), new Date(5).compareTo(new Date(6)), TimeZone.getTimeZone("America/New_York").getRawOffset(), TimeZone.getTimeZone("nonsense").getID());
    }
}
