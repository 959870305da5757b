// Two threads draw the same number: one of them goes on, the other one waits in a loop for a turn that is over.
//@ jdk: 11
//@ target: object
//@ set: object.calls=2
//@ findings: 1
public class TicketIsNeverServed {
    private volatile int next;
    private volatile int served;

    public int enter() {
        int mine = next; //~ not-linearizable "never returns, but returns in every sequential order"
        next = mine + 1;
        while (served != mine) {
            Thread.onSpinWait();
        }
        served = mine + 1;
        return 1;
    }
}
