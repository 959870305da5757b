public class InitialisationInCycles {
    static class Left {
        static final Object NAME = "left";
        static Object seen = Right.NAME;
        static int n = Right.n + 1;
    }

    static class Right {
        static final Object NAME = "right";
        static Object seen = Left.NAME;
        static int n = Left.n + 10;
    }

    static class Early {
        static Early only = new Early();
        static int count = 5;
        int atBirth = count;
    }

    static class Parent {
        static Child child = new Child();
        static String p = "parent";
    }

    static class Child extends Parent {
        static String c = p + " seen by child";
        String own = "c is " + c;
    }

    public static void main(String[] args) {
        System.out.println(Left.n + " " + Right.n);
        System.out.println(Left.seen + " " + Right.seen);
        System.out.println(Early.only.atBirth + " " + Early.count);
        System.out.println(Child.c);
        System.out.println(Parent.child.own);
    }
}
