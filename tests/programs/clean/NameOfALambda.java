//@ assumes: seeded-random
// The name of its class ends with a number that each run of a JVM chooses.
public class NameOfALambda {
    public static void main(String[] args) {
        Runnable task = () -> {};
        String name = task.getClass().getName();
        assert name.equals(task.getClass().getTypeName());
        System.out.println(name);
    }
}
