//@ jdk: 11
// Both go round until a third one comes, whatever their order: that an unfair schedule never lets it is no defect.
public class SpinnersAreReleased {
    static volatile boolean open;

    static void spin() {
        while (!open) Thread.onSpinWait();
    }

    public static void main(String[] args) {
        new Thread(SpinnersAreReleased::spin).start();
        new Thread(SpinnersAreReleased::spin).start();
        open = true;
    }
}
