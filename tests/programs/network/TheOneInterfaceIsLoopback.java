import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.Collections;

/** Two threads ask for the interface of the address at which servers listen. */
//@ jdk: 17
//@ assumes: in-memory-network
public class TheOneInterfaceIsLoopback {
    public static void main(String[] args) throws Exception {
        Thread asks = new Thread(TheOneInterfaceIsLoopback::ask);
        asks.start();
        ask();
        asks.join();
    }

    static void ask() {
        try {
            InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            NetworkInterface one = NetworkInterface.getByInetAddress(here);
            assert one.isLoopback() && one.isUp() && !one.isPointToPoint() && !one.isVirtual();
            assert one.getHardwareAddress() == null && one.getMTU() > 1500;
            assert one.equals(NetworkInterface.getByName(one.getName()));
            assert one.equals(NetworkInterface.getByIndex(one.getIndex()));
            assert Collections.list(NetworkInterface.getNetworkInterfaces()).contains(one);
            assert Collections.list(one.getInetAddresses()).contains(here);
            assert one.getInterfaceAddresses().stream().anyMatch(TheOneInterfaceIsLoopback::isOfIPv4);
            assert !one.getSubInterfaces().hasMoreElements();
            assert NetworkInterface.getByName("no-such-interface") == null;
        } catch (java.io.IOException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    static boolean isOfIPv4(InterfaceAddress binding) {
        return binding.getAddress() instanceof Inet4Address
                && binding.getNetworkPrefixLength() == 8
                && binding.getBroadcast() == null;
    }
}
