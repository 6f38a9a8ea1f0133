extension ScenarioPack {
    /// Table 2, checkAuthentication.
    static let checkAuthentication: [Entry] = [
        Entry(
            """
            # Row 2.1: a valid token
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-2.1-valid-token
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.setAuthenticationStatus, with: {status: 1}}

            """),
        Entry(
            """
            # Row 2.2: no token, nobody has ever signed in
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-2.2-no-token
            apps:
              - {id: com.example.player, access: granted}
            expect:
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
        Entry(
            """
            # Row 2.3: the token's time has ended
            # $ (echo setRequestor REF30
            #    vsactl expect library.setRequestorComplete --within 1m >&2
            #    vsactl clock advance 2h >&2
            #    echo checkAuthentication) | entitle
            schema: vsa-scenario/1
            name: sso-2.3-token-ended
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            requestors:
              - {id: REF30, authn-ttl: 1h}
            expect:
              - {event: service.token-exchanged, count: 1}
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
        Entry(
            """
            # Row 2.4: the integration of the token's provider is off now
            # $ entitle setRequestor REF30
            # $ vsactl integration set REF30 AlphaCable --enabled off
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-2.4-integration-off
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
        Entry(
            """
            # Row 2.4: single sign-on with the Apple token's provider is off now
            # $ entitle setRequestor REF30
            # $ vsactl integration set REF30 AlphaCable --sso ios=off,tvos=off
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-2.4-single-sign-on-off
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
        Entry(
            """
            # Row 2.5: no token, and permission is denied
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-2.5-permission-denied
            apps:
              - {id: com.example.player, access: denied}
            expect:
              - {event: library.status, with: {errorId: VSA403}, count: 2}
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
        Entry(
            """
            # Row 2.6: no token, and permission is not determined
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-2.6-permission-not-determined
            apps:
              - {id: com.example.player, access: not-determined}
            expect:
              - {event: library.status, with: {errorId: VSA404}, count: 2}
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
        Entry(
            """
            # Row 2.7: no token, and the device fails
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-2.7-device-fails
            faults:
              - {id: failing, at: vsa.access, error: ServiceTemporarilyUnavailable}
            expect:
              - {event: library.status, with: {errorId: APPL}}
              - {event: library.status, with: {errorId: APPL_ERROR}}
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
        Entry(
            """
            # Row 2.8: the token is bound to another device
            # $ (echo setRequestor REF30
            #    vsactl expect library.setRequestorComplete --within 1m >&2
            #    rm storage/devices.json
            #    echo checkAuthentication
            #    vsactl expect library.status errorId=SEC412 --within 1m >&2
            #    echo checkAuthentication) | entitle --storage storage
            schema: vsa-scenario/1
            name: sso-2.8-token-of-another-device
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: SEC412}, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}, count: 2}

            """),
        Entry(
            """
            # Row 2.9: an Apple token, and the permission is withdrawn; nothing is told of it until the permission returns
            # $ (echo setRequestor REF30
            #    vsactl expect library.setRequestorComplete --within 1m >&2
            #    vsactl access set com.example.player denied >&2
            #    echo checkAuthentication; echo getMetadata user userID; echo getSelectedProvider
            #    vsactl expect library.selectedProvider --within 1m >&2
            #    vsactl access set com.example.player granted >&2
            #    echo checkAuthentication; echo getMetadata user userID; echo getSelectedProvider) | entitle
            schema: vsa-scenario/1
            name: sso-2.9-permission-withdrawn
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: VSA403}, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 0}, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 1}
              - {event: library.selectedProvider, with: {mvpd: AlphaCable}, count: 1}

            """),
        Entry(
            """
            # Row 2.10: an Apple token, and the account is signed out
            # $ (echo setRequestor REF30
            #    vsactl expect library.setRequestorComplete --within 1m >&2
            #    vsactl account sign-out --keep-access >&2
            #    echo checkAuthentication; echo getMetadata user userID; echo getSelectedProvider) | entitle
            schema: vsa-scenario/1
            name: sso-2.10-signed-out
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
    ]
}
