// The lock is the number itself, which each call replaces. Three calls show it: the finding is of no larger scenario.
//@ target: object
//@ set: object.calls=2
//@ findings: 1
public class LockIsReplacedWhileOthersWait {
    private volatile Integer count = 0;

    public void add() {
        synchronized (count) { //~ not-linearizable "first: add(), add(); second: add(); no"
            count = count + 1;
        }
    }

    public int get() {
        return count;
    }
}
