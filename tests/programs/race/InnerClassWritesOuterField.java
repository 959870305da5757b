//@ jdk: 11
// Before 11 javac writes accessors for what inner classes touch, on the line of the class.
//@ findings: 1
public class InnerClassWritesOuterField {
    private boolean open;

    class Door implements Runnable {
        @Override
        public void run() {
            open = true; //~ data-race "open"
        }
    }

    void start() {
        new Thread(new Door()).start();
        new Thread(new Runnable() {
            @Override
            public void run() {
                open = false;
            }
        }).start();
    }

    public static void main(String[] args) {
        new InnerClassWritesOuterField().start();
    }
}
