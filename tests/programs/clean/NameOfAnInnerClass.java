// Not hidden: it has the name that the compiler gave it.
public class NameOfAnInnerClass {
    public static void main(String[] args) {
        Runnable task = new Runnable() {
            @Override
            public void run() {
            }
        };
        assert task.getClass().getName().equals("NameOfAnInnerClass$1");
    }
}
