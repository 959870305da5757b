// What a class says of its type variables is made when it is first asked for: two threads that ask may be given different objects.
public class TypeVariablesAreMadeTwice {
    static class Box<T> { }

    static Object variable() {
        return Box.class.getTypeParameters()[0];
    }

    public static void main(String[] args) throws InterruptedException {
        Object[] others = new Object[1];
        Thread other = new Thread(() -> others[0] = variable());
        other.start();
        Object own = variable();
        other.join();
        assert own.equals(others[0]);
        assert own == others[0]; //~ assertion-failure
    }
}
