import java.util.Calendar;

// As ClockShowsTheSleep; the JDK asks the clock for a new calendar.
public class CalendarShowsTheSleep {
    //@ assumes: virtual-clock
    public static void main(String[] args) throws InterruptedException {
        long start = Calendar.getInstance().getTimeInMillis();
        Thread.sleep(3000);
        long end = Calendar.getInstance().getTimeInMillis();
        assert end - start < 1000; //~ assertion-failure
    }
}
