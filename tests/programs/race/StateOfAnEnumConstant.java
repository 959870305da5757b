public class StateOfAnEnumConstant {
    enum Mode {
        SLOW, FAST;

        int uses;

        void use() {
            uses++; //~ data-race "uses"
        }
    }

    public static void main(String[] args) {
        new Thread(() -> Mode.FAST.use()).start();
        Mode.FAST.use();
        Mode.SLOW.use();
    }
}
