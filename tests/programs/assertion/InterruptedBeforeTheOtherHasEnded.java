class InterruptedBeforeTheOtherHasEnded {
    public static void main(String[] args) throws InterruptedException {
        Thread brief = new Thread(() -> {
        });
        Thread waiter = new Thread(() -> {
            try {
                brief.join();
            } catch (InterruptedException e) {
                // It has nothing to do, but it may not have ended yet.
                assert false; //~ assertion-failure
            }
        });
        brief.start();
        waiter.start();
        waiter.interrupt();
        waiter.join();
        brief.join();
    }
}
