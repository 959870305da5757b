//@ findings: 1
public class TwoClassesInitialiseEachOther {
    static class Chicken {
        static final Object FROM = Egg.layer(); //~ deadlock

        static Object bird() {
            return "chicken";
        }
    }

    static class Egg {
        static final Object FROM = Chicken.bird();

        static Object layer() {
            return "egg";
        }
    }

    public static void main(String[] args) {
        new Thread(Chicken::bird).start();
        Egg.layer();
    }
}
