// The update that gets lost is never in the middle of a step, because the user says that no access of the field is relevant; the verdict lists that.
public class NeverRelevantField {
    //@ set: vm.por.field-attributes=NeverRelevantField.count=never
    //@ assumes: por-attributes
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        other.join();
        assert count == 2;
    }
}
