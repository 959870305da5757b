import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What is only read may be read by all: values and maps keep what they once computed without saying so. */
public class ViewsAndCachesOfSharedValues {
    static final BigInteger MANY = new BigInteger("123456789012345678901234567890");
    static final BigDecimal PRICE = new BigDecimal("12345.6789");
    static final Map<String, Integer> STOCK = new HashMap<>(Collections.singletonMap("pen", 1));
    static final Map<String, Integer> VIEW = Collections.unmodifiableMap(STOCK);
    static final Map<String, Integer> SORTED = new TreeMap<>(STOCK);

    static void read() {
        assert MANY.bitLength() == 97 && MANY.bitCount() > 9 && PRICE.precision() == 9;
        assert PRICE.toString().equals("12345.6789");
        assert STOCK.keySet().contains("pen") && VIEW.values().contains(1);
        assert SORTED.entrySet().iterator().next().getValue() == 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ViewsAndCachesOfSharedValues::read);
        other.start();
        read();
        other.join();
    }
}
