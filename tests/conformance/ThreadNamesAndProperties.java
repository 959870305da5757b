public class ThreadNamesAndProperties {
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        System.out.println(main.getName() + " " + main.getPriority() + " " + main.isDaemon() + " " + main.isAlive() + " " + main.getThreadGroup().getName());
        Thread first = new Thread();
        Thread named = new Thread(() -> System.out.println("in " + Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon()), "chosen");
        Thread second = new Thread(() -> System.out.println("in " + Thread.currentThread().getName()));
        System.out.println(first.getName() + " " + named.getName() + " " + second.getName() + " " + first.getState() + " " + first.isAlive());
        System.out.println(java.util.stream.LongStream.of(main.getId(), first.getId(), named.getId(), second.getId()).distinct().count());
        named.setDaemon(true);
        named.start();
        named.join();
        second.setName("renamed");
        second.setPriority(Thread.MAX_PRIORITY);
        System.out.println(second.getPriority());
        second.start();
        second.join();
        first.start();
        first.join();
        System.out.println(first.getState() + " " + new ThreadNamesAndProperties().nameOfChild());
        main.setName("the main one");
        System.out.println(main);
        try {
            main.setDaemon(true);
        } catch (IllegalThreadStateException e) {
            System.out.println("a running thread cannot become a daemon");
        }
    }

    String nameOfChild() throws InterruptedException {
        String[] name = new String[1];
        Thread child = new Thread() {
            @Override
            public void run() {
                name[0] = getName() + getClass().getName();
            }
        };
        child.start();
        child.join();
        return name[0];
    }
}
