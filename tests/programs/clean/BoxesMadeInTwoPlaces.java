class BoxesMadeInTwoPlaces {
    static class Box {
        volatile int marks;
    }

    static final Box[] left = new Box[2];
    static final Box[] right = new Box[2];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            for (int i = 0; i < right.length; i++) {
                right[i] = new Box();
                right[i].marks = 1;
            }
        });
        other.start();
        for (int i = 0; i < left.length; i++) {
            left[i] = new Box();
            left[i].marks = 1;
        }
        other.join();
        assert left[1].marks + right[1].marks == 2;
    }
}
