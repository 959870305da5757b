// The race is real; what is said about the method hides it, and the verdict lists that it was taken for granted.
public class AtomicMethodIsOneStep {
    //@ set: vm.por.attributes=AtomicMethodIsOneStep.add=atomic
    static int count;

    static void add() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(AtomicMethodIsOneStep::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
