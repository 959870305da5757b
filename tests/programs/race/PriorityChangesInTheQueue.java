import java.util.concurrent.PriorityBlockingQueue;

public class PriorityChangesInTheQueue {
    static class Task implements Comparable<Task> {
        int priority;

        Task(int priority) {
            this.priority = priority;
        }

        @Override
        public int compareTo(Task other) {
            return Integer.compare(priority, other.priority); //~ data-race "priority"
        }
    }

    public static void main(String[] args) {
        PriorityBlockingQueue<Task> queue = new PriorityBlockingQueue<>();
        Task task = new Task(1);
        queue.add(task);
        new Thread(() -> queue.add(new Task(2))).start();
        task.priority = 3;
    }
}
