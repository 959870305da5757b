// A record is made of both parts under the lock.
//@ jdk: 17
//@ target: object
//@ set: object.calls=2
public class RecordIsReplacedAtOnce {
    private Pair pair = new Pair(0, 0);

    public synchronized void add() {
        pair = new Pair(pair.left + 1, pair.right + 1);
    }

    public synchronized Pair read() {
        return pair;
    }

    record Pair(int left, int right) {
    }
}
