public class SortsHalvesAndMerges {
    static void sort(int[] all, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) / 2;
        sort(all, from, middle);
        sort(all, middle, to);
        int[] merged = new int[to - from];
        int left = from, right = middle;
        for (int i = 0; i < merged.length; i++) {
            boolean takeLeft = right >= to || left < middle && all[left] <= all[right];
            merged[i] = takeLeft ? all[left++] : all[right++];
        }
        System.arraycopy(merged, 0, all, from, merged.length);
    }

    public static void main(String[] args) throws InterruptedException {
        int[] numbers = {4, 1, 3, 2};
        Thread lower = new Thread(() -> sort(numbers, 0, 2));
        lower.start();
        sort(numbers, 2, 4);
        lower.join();
        sort(numbers, 0, 4);
        assert numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3 && numbers[3] == 4;
    }
}
