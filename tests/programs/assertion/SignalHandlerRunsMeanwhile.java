//@ jdk: 11
import sun.misc.Signal;

// The handler has a thread of its own: who raises a signal does not wait for it.
public class SignalHandlerRunsMeanwhile {
    static volatile boolean handled;

    public static void main(String[] args) {
        Signal.handle(new Signal("USR1"), signal -> handled = true);
        Signal.raise(new Signal("USR1"));
        assert handled; //~ assertion-failure
    }
}
