//@ jdk: 25
// A launcher makes an object by the constructor, and calls its main.
class InstanceMainTakesNothing extends InstanceMainAbove {
    private final Thread other = new Thread(() -> sell());

    InstanceMainTakesNothing() {
        other.start();
    }

    private synchronized void sell() {
        sold++;
    }

    @Override
    synchronized int sold() {
        return sold;
    }
}

class InstanceMainAbove {
    int sold;

    int sold() {
        return -1;
    }

    void main() {
        assert sold() == 0; //~ assertion-failure
    }
}
