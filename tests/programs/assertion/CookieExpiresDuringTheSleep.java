import java.net.HttpCookie;

// The cookie lasts for a second, by the clock.
public class CookieExpiresDuringTheSleep {
    //@ assumes: virtual-clock
    public static void main(String[] args) throws InterruptedException {
        HttpCookie cookie = new HttpCookie("basket", "ink");
        cookie.setMaxAge(1);
        Thread.sleep(3000);
        assert !cookie.hasExpired(); //~ assertion-failure
    }
}
