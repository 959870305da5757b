public class OwnershipIsHandedOver {
    static class Parcel {
        int stamps;
    }

    private Parcel slot;

    synchronized void put(Parcel parcel) {
        slot = parcel;
        notifyAll();
    }

    synchronized Parcel take() throws InterruptedException {
        while (slot == null) {
            wait();
        }
        return slot;
    }

    public static void main(String[] args) throws InterruptedException {
        OwnershipIsHandedOver post = new OwnershipIsHandedOver();
        new Thread(() -> {
            Parcel parcel = new Parcel();
            parcel.stamps++;
            post.put(parcel);
        }).start();
        Parcel received = post.take();
        received.stamps++;
        assert received.stamps == 2;
    }
}
