/** Thousands of objects stand before the threads begin, and some of them come to refer to new ones. */
public class ManyObjectsPointToNewOnes {
    static final Object LOCK = new Object();

    static class Node {
        Node next;
    }

    public static void main(String[] args) throws InterruptedException {
        Node[] nodes = new Node[3_000];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node();
        }
        Runnable links = () -> {
            for (int i = 0; i < 4; i++) {
                synchronized (LOCK) {
                    Node node = new Node();
                    node.next = nodes[700 * i].next;
                    nodes[700 * i].next = node;
                }
            }
        };
        Thread[] threads = {new Thread(links), new Thread(links), new Thread(links), new Thread(links)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert nodes[0].next.next.next.next.next == null;
    }
}
