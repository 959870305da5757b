public class InitialisationOrder {
    static int log(String what) {
        System.out.println(what);
        return what.length();
    }

    static class Base {
        static int a = log("Base static");
        int b = log("Base instance");

        static {
            log("Base block");
        }

        {
            log("Base initialiser");
        }

        Base() {
            log("Base constructor");
            hook();
        }

        void hook() {
            log("Base hook");
        }
    }

    static class Derived extends Base implements Quiet {
        static final int CONSTANT = 42;
        static final Integer BOXED = log("Derived boxed");
        int c = log("Derived instance");
        int d;

        Derived() {
            super();
            log("Derived constructor " + c + " " + d);
        }

        @Override
        void hook() {
            log("Derived hook " + c + " " + d);
            d = 9;
        }
    }

    interface Quiet {
        int Q = log("Quiet field");
    }

    interface Loud {
        int L = log("Loud field");

        default void speak() {}
    }

    static class Speaker implements Loud {
        static int s = log("Speaker static");
    }

    static class Lazy {
        static {
            log("Lazy");
        }

        static void touch() {}
    }

    @SuppressWarnings("static")
    public static void main(String[] args) {
        log("main " + Derived.CONSTANT);
        Base[] none = new Base[2];
        log("array made " + none.length);
        Derived[] casts = (Derived[]) new Object[0].clone().getClass().cast(new Derived[0]);
        log("class literal " + Derived.class.getName() + casts.length);
        new Derived();
        log("again");
        new Derived();
        log("Q " + Derived.Q);
        log("speaker " + Speaker.s);
        int x = Speaker.L;
        log("static through null " + (((Speaker) null).s + x));
        Lazy.touch();
        Lazy.touch();
    }
}
