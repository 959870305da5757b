//@ jdk: 25
// The class has no name of its own, and its main needs an object.
int sold;

void main() throws InterruptedException {
    Thread other = new Thread(() -> sold++);
    other.start();
    sold++; //~ data-race "sold"
    other.join();
}
