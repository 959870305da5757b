class BoxesMadeInOnePlace {
    static class Box {
        volatile int marks;
    }

    static final Box[] left = new Box[2];
    static final Box[] right = new Box[2];

    static void fill(Box[] boxes) {
        for (int i = 0; i < boxes.length; i++) {
            boxes[i] = new Box();
            boxes[i].marks = 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> fill(right));
        other.start();
        fill(left);
        other.join();
        assert left[1].marks + right[1].marks == 2;
    }
}
