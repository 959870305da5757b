import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

public class LibraryTime {
    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, Month.FEBRUARY, 29);
        System.out.println(date.plusYears(1) + " " + date.minusMonths(1) + " " + date.getDayOfWeek() + " " + date.isLeapYear() + " " + date.lengthOfYear() + " "
                + date.with(TemporalAdjusters.next(DayOfWeek.MONDAY)) + " " + date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " " + date.toEpochDay());
        LocalDateTime at = date.atTime(23, 59, 30).plusSeconds(45);
        System.out.println(at + " " + at.truncatedTo(ChronoUnit.HOURS) + " " + ChronoUnit.DAYS.between(date, LocalDate.of(2025, 1, 1)));
        System.out.println(Duration.ofMillis(90_061_001) + " " + Duration.parse("PT1H30M").toMinutes() + " " + Period.between(date, LocalDate.of(2030, 5, 1)) + " "
                + Duration.between(LocalTime.NOON, LocalTime.of(15, 30)).getSeconds());
        ZonedDateTime berlin = ZonedDateTime.of(LocalDateTime.of(2024, 3, 31, 1, 30), ZoneId.of("Europe/Berlin"));
        System.out.println(berlin + " " + berlin.plusHours(1) + " " + berlin.withZoneSameInstant(ZoneId.of("America/New_York")) + " " + berlin.getOffset());
        System.out.println(ZoneId.of("Asia/Kolkata").getRules().getOffset(Instant.EPOCH) + " " + ZoneOffset.ofHours(-5) + " "
                + OffsetDateTime.parse("2020-01-01T00:00:00+02:00").toInstant());
        DateTimeFormatter f = DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu HH:mm:ss.SSS", Locale.US);
        System.out.println(f.format(at) + " | " + DateTimeFormatter.ISO_WEEK_DATE.format(date) + " | " + DateTimeFormatter.RFC_1123_DATE_TIME.format(berlin));
        System.out.println(LocalDate.parse("03/04/2021", DateTimeFormatter.ofPattern("dd/MM/yyyy")) + " " + DateTimeFormatter.BASIC_ISO_DATE.format(date));
        System.out.println(DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(Locale.US).format(date));
        try {
            LocalDate.parse("2023-02-30");
        } catch (DateTimeParseException e) {
            System.out.println(e.getMessage());
        }
        try {
            LocalTime.of(25, 0);
        } catch (java.time.DateTimeException e) {
            System.out.println(e.getMessage());
        }
        Clock fixed = Clock.fixed(Instant.ofEpochSecond(1_700_000_000), ZoneOffset.UTC);
        System.out.println(Instant.now(fixed) + " " + LocalDateTime.now(fixed) + " " + Year.now(fixed).isLeap() + " " + YearMonth.now(fixed).atEndOfMonth());
        System.out.println(Instant.parse("2007-12-03T10:15:30.00Z").plus(3, ChronoUnit.DAYS).getEpochSecond() + " " + at.getLong(ChronoField.NANO_OF_DAY));
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        calendar.clear();
        calendar.set(2000, Calendar.JANUARY, 31);
        calendar.add(Calendar.MONTH, 1);
        System.out.println(calendar.getTimeInMillis() + " " + calendar.get(Calendar.DAY_OF_MONTH) + " " + calendar.getActualMaximum(Calendar.DAY_OF_MONTH));
    }
}
