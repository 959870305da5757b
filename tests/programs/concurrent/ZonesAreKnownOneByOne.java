//@ jdk: 11
//@ verdict: violated
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesException;
import java.time.zone.ZoneRulesProvider;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** A provider's zones are known one after the other: who finds the first may not find the second. */
public class ZonesAreKnownOneByOne {
    static class Moon extends ZoneRulesProvider {
        protected Set<String> provideZoneIds() {
            return new LinkedHashSet<>(List.of("Moon/Near", "Moon/Far"));
        }

        protected ZoneRules provideRules(String id, boolean forCaching) {
            return ZoneRules.of(ZoneOffset.UTC);
        }

        protected NavigableMap<String, ZoneRules> provideVersions(String id) {
            return new TreeMap<>();
        }
    }

    static boolean isKnown(String id) {
        try {
            return ZoneId.of(id) != null;
        } catch (ZoneRulesException unknown) {
            return false;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> ZoneRulesProvider.registerProvider(new Moon()));
        other.start();
        assert !isKnown("Moon/Near") || isKnown("Moon/Far"); //~ assertion-failure
        other.join();
    }
}
