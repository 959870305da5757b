import java.util.concurrent.CopyOnWriteArraySet;

public class TwoLooksAtASet {
    public static void main(String[] args) {
        CopyOnWriteArraySet<String> online = new CopyOnWriteArraySet<>();
        online.add("ann");
        new Thread(() -> {
            online.remove("ann");
            online.add("bob");
        }).start();
        boolean ann = online.contains("ann");
        boolean bob = online.contains("bob");
        assert ann || bob; //~ assertion-failure
    }
}
