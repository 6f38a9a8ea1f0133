/// Certificates that are not strong enough or of another kind; their private keys were thrown away.
enum WeakCertificate {
    /// RSA of 1024 bits.
    static let rsa1024 = """
        MIIB/DCCAWWgAwIBAgIUA+0GHmuWym3idkTF7mb+v2AtFcQwDQYJKoZIhvcNAQELBQAwDzENMAsGA1UEAwwEd2VhazAgFw0yNjExMjEyMzM3Mz\
        haGA8yMTI2MTAyODIzMzczOFowDzENMAsGA1UEAwwEd2VhazCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA8UUm4nfXY0AyGNbYPLuH2W6N\
        muzUHogaMDDtkBtxhh4Hjgw7/Z12c1733awXN8zIevMVQFu10ZwwwEqC0X54gTDqykWw5zDEQOD1zivRupUtsgNzlx8pMsrkfzqyB3xGq8rn5m\
        GERrQ3pINQn/EF/yaGTvPhJp0XBcEu6kG+6vsCAwEAAaNTMFEwHQYDVR0OBBYEFOTh4F0pU0mT48omfuHi9JwyN2THMB8GA1UdIwQYMBaAFOTh\
        4F0pU0mT48omfuHi9JwyN2THMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEA3Azw5KvmajqYrJZfQjM2/mWiHcWWVHrkwJtyPY\
        bWTc2vGRSaCRfdUZS4ysGy71zDKWVE/ahIqbEaLbmMKonjFovZd36Qp8RBG/cG9I96FPGRQrcTjbrCBeonjbHU3FNBISAitmEoRpxcRs1TYjF3\
        sR9db8ODqT+VziXb1CVxShA=
        """
    /// ECDSA on P-256.
    static let ecdsa = """
        MIIBcDCCARegAwIBAgIUN7hmsR4eMeWeTwbCsP2/O8QRIfIwCgYIKoZIzj0EAwIwDTELMAkGA1UEAwwCZWMwIBcNMjYxMTIxMjMzNzM4WhgPMj\
        EyNjEwMjgyMzM3MzhaMA0xCzAJBgNVBAMMAmVjMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEBYpa328too8ffw8sgfy6YYExyftYYArkyyyn\
        C+3X3wzGIkVUiFe9qV5URrpiUjiAuYYPcPv6kefzQ4cwPSSTFaNTMFEwHQYDVR0OBBYEFNoiXQyGyGyMIhxsu2xhsb++aEh8MB8GA1UdIwQYMB\
        aAFNoiXQyGyGyMIhxsu2xhsb++aEh8MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgJJXpu0KdgZApqJKZ6Bp7UjUj3z/4LpUH\
        2VEfIYRgxU0CIAIuWsW+znu9KvAdeTaFEi15FyxE5n24G+Y1hBo98ub6
        """
}
