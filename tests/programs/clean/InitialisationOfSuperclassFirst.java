public class InitialisationOfSuperclassFirst {
    static class Base {
        static int made = 1;
    }

    static class Left extends Base {
        static int seen = made * 10;
    }

    static class Right extends Base {
        static int seen = made * 100;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            assert Left.seen == 10;
        }).start();
        assert Right.seen == 100;
    }
}
