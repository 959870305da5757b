/** Variables that go through objects; nobody else can reach these, and each write counts all the same. */
//# fails: never = "ObjectsOnTheWay.queue.size == -1"
//# holds: never = "ObjectsOnTheWay.queue.size == 5"
//# fails: never = "ObjectsOnTheWay.queue.next.size == 5"
//# fails: always = "ObjectsOnTheWay.n != 7"
//# holds: always = "ObjectsOnTheWay.n + 1 <= ObjectsOnTheWay.limit - 1"
//# fails: never = "ObjectsOnTheWay.n - ObjectsOnTheWay.limit == -2"
//# fails: always = "ObjectsOnTheWay.queue != null"
//# holds: universality = "ObjectsOnTheWay.queue != null"; after = "ObjectsOnTheWay.n > 0"
//# fails: existence = "ObjectsOnTheWay.queue == null"; after = "ObjectsOnTheWay.n > 0"
//# holds: ltl = "<> (ObjectsOnTheWay.wide == 4_000_000_000 && ObjectsOnTheWay.small == -3)"
public class ObjectsOnTheWay {
    static class Queue {
        int size;
        Queue next;
    }

    static Queue queue;
    static int n;
    static int limit = 10;
    static long wide;
    static byte small;

    public static void main(String[] args) {
        Queue mine = new Queue();
        queue = mine;
        mine.size = -1;
        mine.size = 1;
        Queue other = new Queue();
        other.next = mine;
        queue = other;
        mine.size = 5;
        mine.size = 6;
        n = 7;
        n = 8;
        wide = 4_000_000_000L;
        small = -3;
    }
}
