//@ jdk: 11
public class ExceptionsOfTheMachine {
    interface Act {
        Object run() throws Throwable;
    }

    static int depth;

    static void show(Act act) {
        try {
            System.out.println("returned " + act.run());
        } catch (NullPointerException e) {
            System.out.println("null");
        } catch (Throwable t) {
            System.out.println(t.getClass().getName() + ": " + t.getMessage());
        }
    }

    static Object nothing() {
        return null;
    }

    static int[] noArray() {
        return null;
    }

    public static void main(String[] args) {
        Object text = "text";
        Object[] strings = new String[1];
        show(() -> 1 / (args.length));
        show(() -> 1L % args.length);
        show(() -> new int[2][args.length - 1]);
        show(() -> new int[2][2][1][args.length][-2]);
        show(() -> new int[2][-3]);
        show(() -> (Integer) text);
        show(() -> (int[]) text);
        show(() -> (Runnable) text);
        show(() -> strings[0] = 7);
        show(() -> args[0]);
        show(() -> "abc".toCharArray()[-1]);
        show(() -> { nothing().hashCode(); return 0; });
        show(() -> { synchronized (nothing()) { return 0; } });
        show(() -> { throw (RuntimeException) nothing(); });
        show(() -> { throw new Exception(); });
        show(() -> { int i = (Integer) nothing(); return i; });
        show(() -> { text.wait(); return 0; });
        show(() -> { text.notifyAll(); return 0; });
        show(() -> Integer.parseInt("12x"));
        show(() -> new java.util.ArrayList<>().iterator().next());
        show(() -> new java.util.ArrayList<>(java.util.List.of(1)).get(1));
        show(() -> java.util.List.of(1).remove(0));
        show(() -> Enum.valueOf(Thread.State.class, "ASLEEP"));
    }
}
