import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.TimeZone;

/** Two threads ask for the rules of zones at the same time: they are read once, whoever comes first. */
public class ZonesOfTwoThreads {
    static void use(String zone, long second) {
        ZonedDateTime time = ZonedDateTime.of(2020, 1, 2, 3, 4, 5, 6, ZoneId.of(zone));
        assert time.toInstant().getEpochSecond() == second;
        assert time.format(DateTimeFormatter.ISO_LOCAL_DATE).equals("2020-01-02");
        assert TimeZone.getTimeZone(zone).getID().equals(zone);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> use("Europe/Zurich", 1577930645));
        other.start();
        use("America/New_York", 1577952245);
        other.join();
    }
}
