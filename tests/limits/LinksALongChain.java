public class LinksALongChain {
    record Node(Node next) {
    }

    public static void main(String[] args) throws Exception {
        Node last = null;
        while (true) {
            last = new Node(last);
        }
    }
}
