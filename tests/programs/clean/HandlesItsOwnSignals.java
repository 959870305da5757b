//@ jdk: 11
import sun.misc.Signal;
import sun.misc.SignalHandler;

// A handler is told of the signal that the program raises; signals that the virtual machine keeps are refused.
public class HandlesItsOwnSignals {
    static volatile String seen;

    public static void main(String[] args) throws InterruptedException {
        SignalHandler mine = signal -> seen = signal.getName();
        SignalHandler before = Signal.handle(new Signal("USR1"), mine);
        assert before == SignalHandler.SIG_DFL;
        assert Signal.handle(new Signal("USR1"), signal -> seen = "late") == mine;
        Signal.raise(new Signal("USR1"));
        while (seen == null) {
            Thread.onSpinWait();
        }
        assert seen.equals("late");
        try {
            Signal.handle(new Signal("SEGV"), mine);
            throw new AssertionError("SEGV");
        } catch (IllegalArgumentException e) {
            seen = e.getMessage();
        }
        try {
            Signal.raise(new Signal("WINCH"));
            throw new AssertionError("WINCH");
        } catch (IllegalArgumentException e) {
            assert e.getMessage().startsWith("Unhandled signal");
        }
        assert new Signal("TERM").getNumber() == 15;
    }
}
