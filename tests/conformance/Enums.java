import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

public class Enums {
    enum Planet {
        MERCURY(3), VENUS(6) {
            @Override
            String nick() {
                return "evening star";
            }
        }, EARTH(6);

        private final int size;
        private static int total;

        static {
            for (Planet p : values()) {
                total += p.size;
            }
        }

        Planet(int size) {
            this.size = size;
        }

        String nick() {
            return name().toLowerCase();
        }
    }

    enum Op implements java.util.function.IntBinaryOperator {
        PLUS { public int applyAsInt(int a, int b) { return a + b; } },
        TIMES { public int applyAsInt(int a, int b) { return a * b; } }
    }

    static String weather(Planet p) {
        switch (p) {
            case MERCURY: return "hot";
            case EARTH: return "mild";
            default: return "cloudy";
        }
    }

    public static void main(String[] args) {
        for (Planet p : Planet.values()) {
            System.out.println(p + " " + p.ordinal() + " " + p.nick() + " " + weather(p) + " " + p.getDeclaringClass().getSimpleName());
        }
        System.out.println(Planet.total + " " + Planet.valueOf("EARTH") + " " + Planet.EARTH.compareTo(Planet.MERCURY) + " " + (Planet.VENUS.getClass() == Planet.class));
        try {
            Planet.valueOf("PLUTO");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Map<Planet, String> map = new EnumMap<>(Planet.class);
        map.put(Planet.VENUS, "second");
        map.put(Planet.MERCURY, "first");
        System.out.println(map + " " + map.containsKey(Planet.EARTH) + " " + map.get(Planet.VENUS));
        EnumSet<Planet> set = EnumSet.of(Planet.EARTH, Planet.MERCURY);
        System.out.println(set + " " + EnumSet.complementOf(set) + " " + EnumSet.noneOf(Planet.class) + EnumSet.range(Planet.MERCURY, Planet.VENUS));
        System.out.println(Op.PLUS.applyAsInt(3, 4) + " " + Op.valueOf("TIMES").applyAsInt(3, 4) + " " + Arrays.toString(Op.values()));
        System.out.println(Planet.values() != Planet.values());
    }
}
